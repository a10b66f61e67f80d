// Settings that few readers need, folded under one heading: a lesson's advanced parameters, colour steps, and for an
// attention figure the threshold of its curves, how focused a row is, and the rank of a cell in its row.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// Draws from y down between x0 and x1; returns the lower end.
float draw_advanced(Screen& screen, float x0, float x1, float y);

}  // namespace ui
