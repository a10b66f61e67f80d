// The current step's parameters as controls, the number of decimals, and the button that restores the lesson's numbers:
// one list for the rail, the popup and the sheet.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// Draws from y down between x0 and x1; returns the lower end.
float draw_control(Screen& screen, float x0, float x1, float y, const explorer::ControlView& control);
// A choice among words, as segments.
float draw_choice(Screen& screen, float x0, float x1, float y, float row, const explorer::ControlView& control);
float draw_controls(Screen& screen, float x0, float x1, float y);

}  // namespace ui
