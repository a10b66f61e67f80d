// Vectors as bars, one plot each, on a common scale for comparison; mainly for histograms. Pointing at a bar, or going
// to it with arrow keys, shows its number.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// The upper part of a figure's area where the step has bars; otherwise empty.
Rect bars_room(const Screen& screen, Rect room);
void draw_bars_figure(Screen& screen, Rect area);

}  // namespace ui
