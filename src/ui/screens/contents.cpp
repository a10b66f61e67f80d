// Cards of equal height in as many columns as fit, in the order of the path; the large map is its end. Below them are
// links to the site's other pages.
#include "ui/screens/contents.hpp"

#include <array>
#include <cmath>

#include "imgui.h"
#include "ui/panels/top_bar.hpp"
#include "ui/screens/contents_card.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/language_menu.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float widest_row = 1344, card_gap = 24, foot_gap = 16;

float foot_row(const Screen& s) { return s.touch() ? touch_target : 32; }

// The bar over the cards: the name of the page, and actions that do not concern one lesson.
void draw_bar(Screen& s, Rect area) {
  const Theme& theme = s.theme;
  s.pen.fill(area, theme.bg1);
  s.pen.across(area.x0, area.x1, area.y1, theme.line);
  draw_mark(s.pen, theme, {area.x0 + 30, area.middle_y() + 0.5f});
  s.pen.text({area.x0 + 52, centred(area.middle_y(), px(15))}, s.text("app.name"), {Face::semibold, px(15)},
             theme.text);
  struct Action {
    std::string_view id, words, tip;
    Icon icon;
  };
  const std::array<Action, 5> all{{
      {"language", "top.language", "top.language.tip", Icon::globe},
      {"theme", "top.theme", "top.theme.tip", theme.dark ? Icon::sun : Icon::moon},
      {"projector", "top.projector", "top.projector.tip", Icon::projector},
      {"reading", "top.reading", "top.reading.tip", Icon::book},
      {"fullscreen", "top.fullscreen", "top.fullscreen", Icon::fullscreen},
  }};
  const float size = s.touch() ? touch_target : 36;
  const float name_end = area.x0 + 52 + s.type.width(s.text("app.name"), {Face::semibold, px(15)}) + 12;
  const auto left = [&](std::size_t count) { return area.x1 - 12 - size * static_cast<float>(count); };
  // On a phone it would cover the name; a lesson's menu has it as well.
  const bool with_projector = left(all.size()) >= name_end;
  float x = left(all.size() - (with_projector ? 0 : 1));
  for (const Action& action : all) {
    if (action.id == "projector" && !with_projector) continue;
    const std::string_view tip = s.text(action.tip);
    const Rect where = box(x, area.middle_y() - size / 2, size, size);
    x += size;
    if (action.id == "language" && !several_languages(s)) continue;
    if (!button(s, action.id, where, {.before = action.icon, .kind = ButtonKind::ghost, .tip = tip})) continue;
    if (action.id == "language") s.toggle_popup(Popup::language, where);
    if (action.id == "theme")
      s.command(explorer::SetTheme{theme.dark ? explorer::Theme::light : explorer::Theme::dark});
    if (action.id == "projector") s.request(Request::projector);
    if (action.id == "reading") s.request(Request::open_reading);
    if (action.id == "fullscreen") s.request(Request::fullscreen);
  }
}

// Scrolls the part that the keys have reached into view.
void bring_into_view(Screen& s, Rect where, Rect view) {
  const float by = where.y1 > view.y1 ? where.y1 - view.y1 + 16 : where.y0 < view.y0 ? where.y0 - view.y0 - 16 : 0;
  if (by != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0f, ImGui::GetScrollMaxY()));
  s.out.animating |= by != 0;
}

// Links to the site's other pages in as many rows as they need; returns their lower edge.
float draw_foot(Screen& s, const std::vector<std::string>& pages, float x0, float x1, float y, Rect view) {
  constexpr float between = 28, around = 8;
  constexpr Font font{Face::regular, control_size};
  const float height = foot_row(s);
  s.focus.group("pages");
  float x = x0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::string_view words = s.text(s.joined({"contents.", pages[i]}));
    const float width = s.type.width(words, font);
    if (x > x0 && x + width > x1) {
      x = x0;
      y += height;
    }
    const Rect where{x - around, y, x + width + around, y + height};
    const Hit hit = s.hit(s.joined({"page:", pages[i]}), where);
    const float middle = where.middle_y();
    s.pen.text({x, centred(middle, font.size)}, words, font, hit.hovered ? s.theme.text : s.theme.text2);
    s.pen.across(x, x + width, middle + 10, hit.hovered ? s.theme.text2 : s.theme.line2);
    if (hit.focused) s.ring(where, control_radius);
    if (hit.focused && s.focus.arrived()) bring_into_view(s, where, view);
    s.says(hit.focused, words, "role.link", s.place_of(i, pages.size()));
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.clicked) s.out.open_address = pages[i];
    x += width + between;
  }
  return y + height;
}

// How many lessons are on the path: asides are listed last.
std::size_t on_path(const explorer::Contents& contents) {
  const auto& cards = contents.cards;
  const auto aside = std::ranges::find_if(cards, [](const explorer::Card& card) { return !card.aside.empty(); });
  return static_cast<std::size_t>(aside - cards.begin());
}

}  // namespace

void draw_contents(Screen& s, const explorer::Contents& contents) {
  const Theme& theme = s.theme;
  const float width = s.around.width, height = s.around.height;
  const float bar = s.shell == Shell::phone ? top_bar_phone : top_bar_height;
  const float margin = width >= 1200 ? stage_margin : width >= 600 ? stage_margin_narrow : stage_margin_phone;
  const Rect view{0, bar, width, height};
  const float inner = std::min(width - 2 * margin, widest_row), x0 = (width - inner) / 2;
  const std::size_t columns = inner >= 1300 ? 4 : inner >= 1000 ? 3 : inner >= 620 ? 2 : 1;
  const float gap = columns == 1 ? 16.0f : card_gap;

  const bool large = width >= 800 && height >= 560;
  Font title{Face::display, large ? title_size : title_phone, -0.3f};
  const std::string_view heading = s.text("contents.title");
  while (title.size > 17 && s.type.width(heading, title) > inner) title.size -= 1;
  const ProseStyle intro_style{.size = large ? prose_size : px(15),
                               .line = large ? 27.0f : 22.0f,
                               .gap = 8,
                               .plain = theme.text2,
                               .strong = theme.text};
  const Prose& intro = *s.lay(s.hint("contents.intro"), std::min(inner, 680.0f), intro_style);
  const float head = (large ? 80.0f : 60.0f) + intro.height + 20;

  // Cards fill the available height, within limits for the size of their pictures; if they
  // have to be scrolled, the pictures are of a readable size. The large map is the last place of
  // the grid, or one of its own under the lessons.
  const float card_width = (inner - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const CardSizes sizes = card_sizes(s, contents, card_width);
  const std::size_t rows = contents.cards.size() / columns + (columns > 1 || contents.cards.empty());
  const float large_height = large_card_height(s, card_width);
  const float foot = contents.pages.empty() ? 0 : foot_gap + foot_row(s);  // in one row
  const float room = (view.height() - head - 32 - foot - gap * static_cast<float>(rows - (rows > 0))) /
                     static_cast<float>(std::max<std::size_t>(rows, 1));
  const float pictures = room < sizes.words + 84 ? 124.0f : std::min(room - sizes.words, 170.0f);
  const float card_height = std::max(sizes.words + pictures, columns > 1 ? large_height : 0);
  const float grid = static_cast<float>(rows) * (card_height + gap) - gap + (columns > 1 ? 0 : large_height + gap);

  // The cards are one stop in the Tab order: arrows go from card to card, Enter opens.
  int& at = s.memory.roving[motion_key("cards")];
  const auto count = static_cast<int>(contents.cards.size());
  s.focus.group("cards");
  float y = s.begin_scroll("contents", view);
  s.pen.text({x0, y + (large ? 62.0f : 44.0f)}, s.type.fitted(heading, title, inner), title, theme.text);
  draw_prose(s.pen, s.type, theme, intro, {x0, y + (large ? 78.0f : 58.0f)}, intro_style);
  y += head;
  const bool focused = count > 0 && s.focus.part("cards", {x0, std::max(y, view.y0), x0 + inner, view.y1});
  if (focused) {
    const int per_row = static_cast<int>(columns);
    at = std::clamp(at, 0, count - 1);
    if (s.takes(ImGuiKey_RightArrow, at + 1 < count)) ++at;
    if (s.takes(ImGuiKey_LeftArrow, at > 0)) --at;
    if (s.takes(ImGuiKey_DownArrow, at + per_row < count)) at += per_row;
    if (s.takes(ImGuiKey_UpArrow, at - per_row >= 0)) at -= per_row;
    if (s.takes(ImGuiKey_Home, at > 0)) at = 0;
    if (s.takes(ImGuiKey_End, at + 1 < count)) at = count - 1;
    const auto place = static_cast<std::size_t>(at);
    say_card(s, contents.cards[place], s.place_of(place, contents.cards.size()));
  }
  const bool enter = focused && (s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false));
  // The large map ends the path; asides come after it.
  const std::size_t after = on_path(contents);
  const auto place_at = [&](std::size_t place) {
    const bool below_large = columns == 1 && place > after;
    const std::size_t column = place % columns, row = place / columns - (below_large ? 1 : 0);
    return box(x0 + static_cast<float>(column) * (card_width + gap),
               y + static_cast<float>(row) * (card_height + gap) + (below_large ? large_height + gap : 0), card_width,
               columns == 1 && place == after ? large_height : card_height);
  };
  for (int i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    const explorer::Card& card = contents.cards[place];
    const bool aside = place >= after;
    const Rect where = place_at(aside ? place + 1 : place);
    const bool roved = focused && at == i;
    if (roved && s.focus.visible()) bring_into_view(s, where, view);
    // The path leads on from card to card, at the height of their numbers.
    const bool row_ends = place % columns + 1 == columns;
    if (!aside && columns == 1) s.pen.down(where.x0 + path_inset, where.y1, where.y1 + gap, theme.line2, 2);
    if (!aside && columns > 1 && !row_ends)
      s.pen.across(where.x1, where.x1 + gap, where.y0 + path_inset, theme.line2, 2);
    if (where.y1 < view.y0 || where.y0 > view.y1) continue;
    if (draw_card(s, card, aside ? 0 : place + 1, where, sizes, roved) || (enter && roved)) s.out.open_lesson = card.id;
  }
  const Rect large_map = place_at(after);
  if (draw_large_card(s, large_map)) s.command(explorer::ShowLarge{true});
  if (s.focus.has("large") && s.focus.arrived()) bring_into_view(s, large_map, view);
  y += grid;
  if (foot > 0) y = draw_foot(s, contents.pages, x0, x0 + inner, y + foot_gap, view);
  s.end_scroll(y + 32, theme.bg0);
  s.focus.group("bar");
  draw_bar(s, {0, 0, width, bar});
}

}  // namespace ui
