// What only some readers ask for, folded away under one heading: a lesson's advanced parameters, colour steps, and of an
// attention figure the threshold of its curves, how focused a row is, and where a cell stands in its row.
#pragma once

#include "ui/screen.hpp"

namespace ui {

// Draws from y down between x0 and x1; returns where it ends.
float draw_advanced(Screen& screen, float x0, float x1, float y);

}  // namespace ui
