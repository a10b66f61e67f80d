// The legend of a colour scale: the symbols of the matrices that use it, both ends and zero, and a tick at the current
// value. Compact: all on one line.
#pragma once

#include <optional>
#include <span>

#include "ui/shell/screen.hpp"

namespace ui {

// Tensors that share a scale; the first one defines it.
void draw_legend(Screen& screen, Rect where, std::span<const explorer::TensorView* const> tensors,
                 std::optional<float> current, bool compact = false);

}  // namespace ui
