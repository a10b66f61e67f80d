// The bottom sheet of small screens (controls, explanation, map) with its three stops.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

float sheet_height(Screen& screen);  // in this frame, including the bar with Back and Next
void draw_sheet(Screen& screen, Rect whole);

}  // namespace ui
