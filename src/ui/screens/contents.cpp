// Cards of equal height in as many columns as fit; on each, pictures side by side, joined as on the map.
#include "ui/screens/contents.hpp"

#include <array>
#include <cmath>

#include "imgui.h"
#include "ui/panels/top_bar.hpp"
#include "ui/type/prose.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/language_menu.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float widest_row = 1240, card_gap = 24, card_pad = 20, most_pitch = 30, note_line = 15;

void draw_cells(Screen& s, const explorer::CardPicture& picture, Point at, float pitch) {
  const float gap = pitch >= 14 ? 2.0f : pitch >= 6 ? 1.0f : 0.0f;
  const float radius = pitch >= 24 ? cell_radius : pitch >= 6 ? cell_radius_small : 0;
  for (std::size_t r = 0; r < picture.rows; ++r) {
    for (std::size_t c = 0; c < picture.columns; ++c) {
      const explorer::CellView& cell = picture.cells[r * picture.columns + c];
      const Rect where = s.pen.snapped(
          box(at.x + static_cast<float>(c) * pitch, at.y + static_cast<float>(r) * pitch, pitch - gap, pitch - gap));
      using Status = explorer::CellView::Status;
      if (cell.status == Status::shown) {
        s.pen.fill(where, cell_color(s, graph::family(picture.role), cell.value, picture.scale), radius);
      } else if (cell.status == Status::masked) {
        s.pen.outline(where, s.theme.line2, 1, radius);
      } else {
        s.pen.fill(where, s.theme.bg3, radius);
      }
    }
  }
}

// The card's matrices, vertically centred on one line, each under its symbol, joined by curves.
void draw_pictures(Screen& s, const explorer::Card& card, Rect area) {
  if (card.pictures.empty() || area.empty()) return;
  constexpr float symbol_height = 24;
  const auto count = static_cast<float>(card.pictures.size());
  const float between = std::min(52.0f, area.width() * 0.12f);
  float columns = 0, rows = 1;
  for (const explorer::CardPicture& picture : card.pictures) {
    columns += static_cast<float>(std::max<std::size_t>(picture.columns, 1));
    rows = std::max(rows, static_cast<float>(picture.rows));
  }
  const float fit = std::min((area.width() - between * (count - 1)) / columns, (area.height() - symbol_height) / rows);
  const float pitch = std::clamp(std::floor(fit), 1.0f, most_pitch);
  float x = area.middle_x() - (columns * pitch + between * (count - 1)) / 2;
  const float middle = area.middle_y() + symbol_height / 2;
  float from = -1;
  Color source = 0;
  for (const explorer::CardPicture& picture : card.pictures) {
    const float width = static_cast<float>(picture.columns) * pitch, height = static_cast<float>(picture.rows) * pitch;
    const Color role = s.theme.role(picture.role);
    if (from >= 0) {
      const float bend = (x - from) * 0.48f;
      s.pen.curve({from + 6, middle}, {from + bend, middle}, {x - bend, middle}, {x - 6, middle},
                  mixed(s.theme.bg1, source, 0.5f), 1.5f);
    }
    draw_cells(s, picture, {x, middle - height / 2}, pitch);
    const std::vector<TextRun>& symbol = s.symbol(picture.symbol, 19, role);
    s.type.draw(s.pen.list(),
                {s.pen.snapped(x + (width - s.type.width(symbol)) / 2), s.pen.snapped(middle - height / 2 - 9)}, symbol,
                s.pen.alpha());
    x += width;
    from = x;
    source = role;
    x += between;
  }
}

// The reader's progress: one mark per step, filled up to the current one.
void draw_progress(Screen& s, const explorer::Card& card, float x0, float x1, float y) {
  const float each = (x1 - x0) / static_cast<float>(std::max<std::size_t>(card.steps, 1));
  for (std::size_t i = 0; i < card.steps; ++i) {
    const float x = x0 + each * static_cast<float>(i);
    const bool done = card.begun && i <= card.step;
    s.pen.fill(s.pen.snapped(Rect{x, y, x + each - 3, y + 3}), done ? s.theme.text2 : s.theme.line, 1.5f);
  }
}

constexpr ProseStyle summary_style(const Theme& theme) {
  return {.size = px(14), .line = 21, .gap = 6, .plain = theme.text2, .strong = theme.text};
}

// `texts`: the height of the longest summary, so that titles in a row are aligned.
bool draw_card(Screen& s, const explorer::Card& card, Rect where, float texts, bool roved) {
  const Theme& theme = s.theme;
  const std::string_view id = s.joined({"card:", card.id});
  const Hit hit = s.hit(id, where, false);
  const float lit = s.motion.fade(motion_key(id), hit.hovered, control_time);
  s.pen.panel(s.pen.snapped(where), mixed(theme.bg1, theme.bg2, lit), mixed(theme.line, theme.text3, lit),
              panel_radius);
  if (hit.hovered) s.out.cursor = "pointer";
  if (roved) s.ring(where, panel_radius);

  const float x0 = where.x0 + card_pad, x1 = where.x1 - card_pad;
  const Font note{Face::regular, label_size}, name{Face::semibold, px(20)};
  float y = where.y1 - card_pad;
  draw_progress(s, card, x0, x1, y - 3);
  y -= 14;
  s.pen.text_in({x0, y - 18, x1, y}, s.type.fitted(card.progress, note, x1 - x0), note,
                card.begun ? theme.text : theme.text3);
  y -= 30;
  const ProseStyle style = summary_style(theme);
  const Prose& summary = *s.lay(card.summary, x1 - x0, style);
  y -= texts;
  draw_prose(s.pen, s.type, theme, summary, {x0, y}, style);
  y -= 12;
  s.pen.text({x0, y - 4}, s.type.fitted(card.title, name, x1 - x0), name, theme.text);
  y -= 36;
  if (!card.random.empty()) {  // wherever a random pattern is shown, it is labelled as such
    const Font small{Face::regular, note_size};
    const std::vector<std::string>& lines = s.type.lines(card.random, small, x1 - x0);
    y -= static_cast<float>(lines.size() - 1) * note_line;
    float at = y - 12;
    for (const std::string& line : lines) {
      s.pen.text_in({x0, at, x1, at + 16}, line, small, s.theme.text3, Align::centre);
      at += note_line;
    }
    y -= 20;
  }
  draw_pictures(s, card, {x0, where.y0 + 14, x1, y});
  return hit.clicked;
}

// The card of the large map, under the lessons.
void draw_large_card(Screen& s, Rect where) {
  const Theme& theme = s.theme;
  const Hit hit = s.hit("large", where);
  const float lit = s.motion.fade(motion_key("large"), hit.hovered, control_time);
  s.pen.panel(s.pen.snapped(where), mixed(theme.bg1, theme.bg2, lit), mixed(theme.line, theme.text3, lit),
              panel_radius);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.focused) s.ring(where, panel_radius);
  s.says(hit.focused, s.text("large.open"), "role.button");
  const float x0 = where.x0 + card_pad, x1 = where.x1 - card_pad;
  const Font name{Face::semibold, px(20)};
  s.pen.text({x0, where.y0 + 32}, s.type.fitted(s.text("large.open"), name, x1 - x0), name, theme.text);
  const ProseStyle style = summary_style(theme);
  draw_prose(s.pen, s.type, theme, *s.lay(s.text("large.open.words"), x1 - x0, style), {x0, where.y0 + 42}, style);
  if (hit.clicked) s.command(explorer::ShowLarge{true});
}

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

}  // namespace

void draw_contents(Screen& s, const explorer::Contents& contents) {
  const Theme& theme = s.theme;
  const float width = s.around.width, height = s.around.height;
  const float bar = s.shell == Shell::phone ? top_bar_phone : top_bar_height;
  const float margin = width >= 1200 ? stage_margin : width >= 600 ? stage_margin_narrow : stage_margin_phone;
  const Rect view{0, bar, width, height};
  const float inner = std::min(width - 2 * margin, widest_row), x0 = (width - inner) / 2;
  const std::size_t columns = inner >= 1000 ? 3 : inner >= 620 ? 2 : 1;
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
  const Prose& intro = *s.lay(s.text("contents.intro"), std::min(inner, 680.0f), intro_style);
  const float head = (large ? 92.0f : 62.0f) + intro.height + 24;

  // Cards fill the available height, within limits for the size of their pictures.
  const float card_width = (inner - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  float texts = 0;
  for (const explorer::Card& card : contents.cards)
    texts = std::max(texts, s.lay(card.summary, card_width - 2 * card_pad, summary_style(theme))->height);
  const std::size_t rows = (contents.cards.size() + columns - 1) / columns;
  // The large map is beside the heading if there is room, else under the lessons.
  const bool beside = inner >= 1000 && large;
  const float large_width = beside ? std::min(inner - 740, 440.0f) : inner;
  const float large_height =
      s.lay(s.text("large.open.words"), large_width - 2 * card_pad, summary_style(theme))->height + 44 + 14;
  const float least = texts + 112 + 130, most = texts + 112 + 200;
  const float room = (view.height() - head - 32 - gap * static_cast<float>(rows - (rows > 0))) /
                     static_cast<float>(std::max<std::size_t>(rows, 1));
  const float card_height = std::clamp(room, least, most);
  const float content =
      head + static_cast<float>(rows) * (card_height + gap) - gap + (beside ? 0 : large_height + gap) + 32;

  // The cards are one stop in the Tab order: arrows go from card to card, Enter opens.
  int& at = s.memory.roving[motion_key("cards")];
  const auto count = static_cast<int>(contents.cards.size());
  s.focus.group("cards");
  float y = s.begin_scroll("contents", view);
  const float bottom = y + content;
  s.pen.text({x0, y + (large ? 72.0f : 44.0f)}, s.type.fitted(heading, title, inner), title, theme.text);
  draw_prose(s.pen, s.type, theme, intro, {x0, y + (large ? 88.0f : 58.0f)}, intro_style);
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
    s.says(true, contents.cards[place].title, "role.card", s.place_of(place, contents.cards.size()));
  }
  const bool enter = focused && (s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false));
  for (int i = 0; i < count; ++i) {
    const explorer::Card& card = contents.cards[static_cast<std::size_t>(i)];
    const auto column = static_cast<float>(static_cast<std::size_t>(i) % columns);
    const std::size_t row_place = static_cast<std::size_t>(i) / columns;
    const auto row = static_cast<float>(row_place);
    const Rect where = box(x0 + column * (card_width + gap), y + row * (card_height + gap), card_width, card_height);
    const bool roved = focused && at == i;
    if (roved && s.focus.visible()) {  // scroll the card reached by the arrows into view
      const float by = where.y1 > view.y1 ? where.y1 - view.y1 + 16 : where.y0 < view.y0 ? where.y0 - view.y0 - 16 : 0;
      if (by != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0f, ImGui::GetScrollMaxY()));
      s.out.animating |= by != 0;
    }
    if (where.y1 < view.y0 || where.y0 > view.y1) continue;
    if (draw_card(s, card, where, texts, roved) || (enter && roved)) s.out.open_lesson = card.id;
  }
  const float under = y + static_cast<float>(rows) * (card_height + gap);
  draw_large_card(s, beside ? box(x0 + inner - large_width, y - 24 - large_height, large_width, large_height)
                            : box(x0, under, inner, large_height));
  s.end_scroll(bottom, theme.bg0);
  s.focus.group("bar");
  draw_bar(s, {0, 0, width, bar});
}

}  // namespace ui
