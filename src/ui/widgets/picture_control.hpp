// The choice of a picture: the lesson's pictures as thumbnails with their names, and a button for the reader's own.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// Draws from y down between x0 and x1, rows of height `row`; returns the lower end.
float draw_picture_control(Screen& screen, float x0, float x1, float y, float row,
                           const explorer::ControlView& control);

}  // namespace ui
