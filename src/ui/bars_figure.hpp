// Vectors as bars, one plot each, on one scale so that they can be compared: histograms above all. Pointing at a bar, or
// going to it with arrow keys, tells its number.
#pragma once

#include "ui/screen.hpp"

namespace ui {

// The upper part of a figure's room where the step has bars; nothing otherwise.
Rect bars_room(const Screen& screen, Rect room);
void draw_bars_figure(Screen& screen, Rect area);

}  // namespace ui
