// Rows as in the menu; the current language has a check mark.
#include "ui/widgets/widgets.hpp"

#include "imgui.h"

namespace ui {

bool several_languages(const Screen& s) { return s.view.languages.size() > 1; }

float draw_languages(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : 36;
  for (const explorer::LanguageEntry& language : s.view.languages) {
    if (menu_row(s, "language:" + language.tag, {x0, y, x1, y + row}, language.current ? Icon::check : Icon::none,
                 language.name, true, language.current)) {
      s.command(explorer::SetLanguage{language.tag});
      ImGui::CloseCurrentPopup();
    }
    y += row;
  }
  return y;
}

}  // namespace ui
