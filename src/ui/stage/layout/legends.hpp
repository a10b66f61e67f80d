// The last part of a layout: moves the drawing to its place in the area and finds room for its legends. Only the layout
// files include this.
#pragma once

#include "ui/stage/layout/rules.hpp"

namespace ui::layout {

enum class Legends : std::uint8_t { none, compact, full };

// Moves the drawing to its place in the area and finds room for the legends: beside it at the right, below it, or (for
// one on a small screen) in a free corner. False when something does not fit.
bool settle(Draft& draft, const StageSpace& space, Legends how);
// Without legends, even if the drawing does not fit.
void settle_anyway(Draft& draft, const StageSpace& space);

// Everything that a block occupies: cells, labels, and the necessary part of its name.
Rect extent_of(const Block& block);
void move_block(Block& block, float x, float y);
// A name may extend to the right as far as there is nothing else.
void trim_names(StageLayout& layout, Rect area);

}  // namespace ui::layout
