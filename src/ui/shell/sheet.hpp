// The bottom of small screens: a sentence about what is on stage and the buttons; or, over the whole screen, a page with the
// text, the question, the controls or the map.
#pragma once

#include "ui/shell/screen.hpp"
#include "ui/stage/motion/player.hpp"

namespace ui {

float sheet_at_rest(const Screen& screen);  // its height while no page is open, including the bar with Back and Next
float sheet_beside_figure(const Screen& screen);  // the same, or that of the controls, which leave the figure in sight
bool sheet_covers_figure(const Screen& screen);
// player: of the matrices on stage; nullptr where nothing moves.
void draw_sheet(Screen& screen, Rect whole, MotionPlayer* player);

}  // namespace ui
