// Rows as in the menu; the language in use carries a check.
#include "ui/language_menu.hpp"

#include "ui/icons.hpp"

namespace ui {

bool several_languages(const Screen& s) { return s.view.languages.size() > 1; }

float draw_languages(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : 36;
  for (const explorer::LanguageEntry& language : s.view.languages) {
    const Rect line{x0, y, x1, y + row};
    const Hit hit = s.hit("language:" + language.tag, line);
    if (hit.hovered) s.pen.fill(line, s.theme.bg3, segment_radius);
    if (hit.hovered) s.out.cursor = "pointer";
    if (language.current) draw_icon(s.pen, Icon::check, {x0 + 20, line.middle_y()}, s.theme.text2);
    s.pen.text_in({x0 + 42, y, x1 - 8, y + row}, language.name,
                  {language.current ? Face::semibold : Face::medium, px(14.5f)}, s.theme.text);
    if (hit.focused) s.ring(grown(line, -4), segment_radius);
    if (hit.clicked) {
      s.command(explorer::SetLanguage{language.tag});
      s.memory.popover = Popover::none;
    }
    y += row;
  }
  return y;
}

}  // namespace ui
