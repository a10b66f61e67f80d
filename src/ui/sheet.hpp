// The bottom sheet of small screens (controls, explanation, map) with its three stops, and the popovers of the others.
#pragma once

#include "ui/screen.hpp"

namespace ui {

float sheet_height(Screen& screen);  // as it stands in this frame, the bar with Back and Next included
void draw_sheet(Screen& screen, Rect whole);
void draw_popover(Screen& screen);  // whichever is open, over all else

}  // namespace ui
