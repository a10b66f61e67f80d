// The steps of a lesson with their ticks, for a popup.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

float draw_steps(Screen& screen, Rect area, std::string_view part, float row);  // returns the lower end

}  // namespace ui
