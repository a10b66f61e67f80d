// The languages of the page, each by its own name. Draws rows for a popup; a click selects one.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

bool several_languages(const Screen& screen);
float draw_languages(Screen& screen, float x0, float x1, float y);  // returns the lower end

}  // namespace ui
