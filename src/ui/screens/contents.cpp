// From top to bottom: what the page is, a sentence through self-attention, the path of lessons, the large map, the site's other pages.
#include "ui/screens/contents.hpp"

#include <algorithm>
#include <array>

#include "explorer/hero/hero.hpp"
#include "imgui.h"
#include "ui/hero/hero.hpp"
#include "ui/panels/top_bar.hpp"
#include "ui/screens/contents_foot.hpp"
#include "ui/screens/contents_path.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/language_menu.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float widest_row = 1344, least_hero = 270;

// The bar over the page: the name of the page, and actions that do not concern one lesson.
void draw_bar(Screen& s, Rect area) {
  const Theme& theme = s.theme;
  s.pen.fill(area, theme.bg1);
  s.pen.across(area.x0, area.x1, area.y1, theme.line);
  draw_mark(s.pen, theme, {area.x0 + 30, area.middle_y() + 0.5f});
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
  if (x >= name_end - 12)  // else the mark stands for it
    s.pen.text({area.x0 + 52, centred(area.middle_y(), px(15))}, s.text("app.name"), {Face::semibold, px(15)},
               theme.text);
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

// The page's name and what to do, and the choice of the sentence: beside them, or below where there is no room.
struct Head {
  bool large = false, beside = false;
  Font title;
  ProseStyle style;
  const Prose* intro = nullptr;
  float height = 0, buttons = 0;  // buttons: from the upper edge
};

Head lay_head(Screen& s, const explorer::Hero* hero, float inner) {
  Head head;
  head.large = s.around.width >= 800 && s.around.height >= 560;
  head.title = {Face::display, head.large ? title_size : title_phone, -0.3f};
  const std::string_view heading = s.text("contents.title");
  while (head.title.size > 17 && s.type.width(heading, head.title) > inner) head.title.size -= 1;
  const float choice = hero == nullptr ? 0 : sentence_buttons_width(s, 1e9f) + 24;
  head.beside = s.type.width(heading, head.title) + choice <= inner;
  head.style = {.size = head.large ? px(16) : px(15),
                .line = head.large ? 24.0f : 22.0f,
                .gap = 8,
                .plain = s.theme.text2,
                .strong = s.theme.text};
  head.intro = s.lay(s.hint("contents.intro"), inner, head.style);
  head.height = (head.large ? 54.0f : 52.0f) + head.intro->height;
  head.buttons = 12;
  if (hero != nullptr && !head.beside) {
    head.buttons = head.height + 10;
    const float row = (s.touch() ? touch_target : control_height) + 8;
    head.height += 10 + row * (sentence_buttons_width(s, inner) > inner ? 2.0f : 1.0f) + 4;
  }
  return head;
}

void draw_head(Screen& s, const explorer::Hero* hero, const Head& head, Rect where) {
  const float inner = where.width();
  s.pen.text({where.x0, where.y0 + (head.large ? 44.0f : 40.0f)},
             s.type.fitted(s.text("contents.title"), head.title, inner), head.title, s.theme.text);
  draw_prose(s.pen, s.type, s.theme, *head.intro, {where.x0, where.y0 + (head.large ? 54.0f : 50.0f)}, head.style);
  if (hero != nullptr) draw_sentence_buttons(s, *hero, where.x0, where.x1, where.y0 + head.buttons, !head.beside);
}

// Undo covers the sentence.
void undo_keys(Screen& s) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!s.around.focused || s.memory.editing || !(io.KeyCtrl || io.KeySuper)) return;
  const bool again = ImGui::IsKeyPressed(ImGuiKey_Y) || (io.KeyShift && ImGui::IsKeyPressed(ImGuiKey_Z));
  if (again && s.explorer.can_redo_hero()) s.command(explorer::Redo{});
  if (!again && ImGui::IsKeyPressed(ImGuiKey_Z) && s.explorer.can_undo_hero()) s.command(explorer::Undo{});
}

}  // namespace

void draw_contents(Screen& s, const explorer::Contents& contents) {
  const float width = s.around.width, height = s.around.height;
  const float bar = s.shell == Shell::phone ? top_bar_phone : top_bar_height;
  const float margin = width >= 1200 ? stage_margin : width >= 600 ? stage_margin_narrow : stage_margin_phone;
  const Rect view{0, bar, width, height};
  const float inner = std::min(width - 2 * margin, widest_row), x0 = (width - inner) / 2, x1 = x0 + inner;
  const explorer::Hero* hero = s.explorer.hero();
  undo_keys(s);

  const Head head = lay_head(s, hero, inner);
  const PathLayout path = lay_path(s, contents, x0, x1);
  const float band = band_height(s, inner), foot = foot_height(s, contents.pages, x0, x1);
  // The hero has the height that the others leave, within limits. In a high window the foot lies at its lower edge, and
  // what is left is divided among the gaps.
  const float line = hero == nullptr ? 0 : hero_line_height(s);
  const float least_gap = head.large ? 12.0f : 20.0f;
  const float others = head.height + path.height + band + foot + line + 4 * least_gap;
  HeroLayout layout;
  if (hero != nullptr)
    layout = lay_hero(hero_sizes(s, hero->view()), x0, x1, 0, std::max(view.height() - others, least_hero));
  const float all = others + layout.area.height();
  const float gap = least_gap + std::clamp((view.height() - all) / 4, 0.0f, 40.0f);

  s.focus.group(hero != nullptr ? "sentence" : "cards");  // the keys scroll the page where it has nothing else
  float y = s.begin_scroll("contents", view);
  draw_head(s, hero, head, {x0, y, x1, y + head.height});
  y += head.height;
  if (hero != nullptr) {
    layout = lay_hero(hero_sizes(s, hero->view()), x0, x1, y, layout.area.height() + 0.25f);
    draw_hero(s, *hero, layout, view);
    y += layout.area.height() + gap;
    draw_hero_line(s, *hero, {x0, y, x1, y + line});
    y += line;
  }
  y += gap;
  draw_path(s, contents, path, y, view);
  y += path.height + gap;
  draw_band(s, {x0, y, x1, y + band}, view);
  y = std::max(y + band + gap, view.y1 - foot);
  draw_foot(s, contents.pages, x0, x1, y, view);
  s.end_scroll(y + foot, s.theme.bg0);
  s.focus.group("bar");
  draw_bar(s, {0, 0, width, bar});
}

}  // namespace ui
