// The bottom sheet of small screens (controls, explanation, map) with its three stops, and the popovers of other
// screens.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

float sheet_height(Screen& screen);  // in this frame, including the bar with Back and Next
void draw_sheet(Screen& screen, Rect whole);
void draw_popover(Screen& screen);  // the open one, on top of everything else

}  // namespace ui
