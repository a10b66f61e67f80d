// From top to bottom: what the page is, the path of lessons, the large map, the site's other pages.
#include "ui/screens/contents.hpp"

#include <algorithm>
#include <array>

#include "ui/panels/top_bar.hpp"
#include "ui/screens/contents_foot.hpp"
#include "ui/screens/contents_path.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/language_menu.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float widest_row = 1344;

// The bar over the page: the name of the page, and actions that do not concern one lesson.
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
  const float inner = std::min(width - 2 * margin, widest_row), x0 = (width - inner) / 2, x1 = x0 + inner;

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
  const float head = (large ? 78.0f : 58.0f) + intro.height;

  const PathLayout path = lay_path(s, contents, x0, x1);
  const float band = band_height(s, inner), foot = foot_height(s, contents.pages, x0, x1);
  // In a high window the foot lies at its lower edge, and what is left is divided among the gaps.
  const float all = head + path.height + band + foot;
  const float gap = std::clamp((view.height() - all) / 3, large ? 24.0f : 20.0f, 64.0f);

  s.focus.group("cards");  // the keys scroll it where it has nothing else
  float y = s.begin_scroll("contents", view);
  s.pen.text({x0, y + (large ? 62.0f : 44.0f)}, s.type.fitted(heading, title, inner), title, theme.text);
  draw_prose(s.pen, s.type, theme, intro, {x0, y + (large ? 78.0f : 58.0f)}, intro_style);
  y += head + gap;
  draw_path(s, contents, path, y, view);
  y += path.height + gap;
  draw_band(s, {x0, y, x1, y + band}, view);
  y += band + gap;
  y = std::max(y, view.y1 - foot);
  draw_foot(s, contents.pages, x0, x1, y, view);
  s.end_scroll(y + foot, theme.bg0);
  s.focus.group("bar");
  draw_bar(s, {0, 0, width, bar});
}

}  // namespace ui
