// While a number is asked what moves it: its name, what the slopes on stage say, the buttons that nudge a cell, what that
// really did, and the way back. Stands above the line of the explained cell and is part of its panel.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

float moves_bar_height(Screen& screen, float width);  // with the gap below it; 0 if nothing is asked
void draw_moves_bar(Screen& screen, Rect where);

}  // namespace ui
