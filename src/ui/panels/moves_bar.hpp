// For “What moves this?”: the number's name, what the slopes on stage mean, the buttons that nudge a cell, the effect
// of the nudge, and the way back. It is above the line of the explained cell and part of its panel.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

float moves_bar_height(Screen& screen, float width);  // with the gap below it; 0 if nothing is asked
void draw_moves_bar(Screen& screen, Rect where);
void moves_keys(Screen& screen);  // M: what moves this number? N, with Shift downwards: nudge the selected cell

}  // namespace ui
