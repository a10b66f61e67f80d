// The rail at the left: the steps of the lesson and this step's controls. Narrow: a column of numbers, the controls
// behind a button.
#pragma once

#include "ui/screen.hpp"

namespace ui {

void draw_rail(Screen& screen, Rect area);
void draw_narrow_rail(Screen& screen, Rect area);
// The list of steps alone, for the rail and the step picker; returns where it ends.
float draw_steps(Screen& screen, Rect area, std::string_view part, float row);

}  // namespace ui
