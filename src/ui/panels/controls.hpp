// The current step's parameters as controls, and the settings that every step has: decimals, and the button that
// restores the lesson's numbers.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// Draws from y down between x0 and x1; returns the lower end.
float draw_control(Screen& screen, float x0, float x1, float y, const explorer::ControlView& control);
// A choice among words, as segments.
float draw_choice(Screen& screen, float x0, float x1, float y, float row, const explorer::ControlView& control);
bool has_step_controls(const Screen& screen);
float draw_step_controls(Screen& screen, float x0, float x1, float y);
float draw_settings(Screen& screen, float x0, float x1, float y);
float draw_controls(Screen& screen, float x0, float x1, float y);  // both

}  // namespace ui
