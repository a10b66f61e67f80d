// The rail at the left: the steps of the lesson and this step's controls. Narrow: a column of numbers, and a button for
// the controls.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

void draw_rail(Screen& screen, Rect area);
void draw_narrow_rail(Screen& screen, Rect area);
// The list of steps only, for the rail and the step picker; returns the lower end.
float draw_steps(Screen& screen, Rect area, std::string_view part, float row);

}  // namespace ui
