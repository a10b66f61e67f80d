// An order as a list of rows: dragged by their grip with mouse or finger, or moved by arrows and buttons. Every move is
// a command at once, so that everything that depends on the order updates during the drag.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// Draws from y down between x0 and x1, rows of height `row`; returns the lower end.
float draw_order(Screen& screen, float x0, float x1, float y, float row, const explorer::ControlView& control);

}  // namespace ui
