// An order as a list of rows: dragged by their grip with mouse or finger, or moved by arrows and buttons. Every move is a
// command at once, so that what depends on the order follows the hand.
#pragma once

#include "ui/screen.hpp"

namespace ui {

// Draws from y down between x0 and x1, rows of height `row`; returns where it ends.
float draw_order(Screen& screen, float x0, float x1, float y, float row, const explorer::ControlView& control);

}  // namespace ui
