// The line that says how the explained cell came about: its name and index, the terms in the colours of what they come
// from, the sum, the result on a chip of the cell's own colour. Grows upwards when it needs more lines.
#pragma once

#include "ui/screen.hpp"

namespace ui {

// Returns where it stands; downwards: it grows below its place instead of above.
Rect draw_provenance(Screen& screen, Rect place, bool downwards = false);

}  // namespace ui
