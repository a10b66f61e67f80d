// The bottom sheet of small screens (controls, explanation, map) with its three stops.
#pragma once

#include "ui/shell/screen.hpp"
#include "ui/stage/motion/player.hpp"

namespace ui {

float sheet_height(Screen& screen);  // in this frame, including the bar with Back and Next
// player: of the matrices on stage; nullptr where nothing moves.
void draw_sheet(Screen& screen, Rect whole, MotionPlayer* player);

}  // namespace ui
