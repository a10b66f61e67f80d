// The legend of a scale of colours: the letters of the matrices that have it, both ends and zero; a tick where the current
// value stands. Compact: all on one line.
#pragma once

#include <optional>
#include <span>

#include "ui/screen.hpp"

namespace ui {

// Tensors that share a scale; the first one gives it.
void draw_legend(Screen& screen, Rect where, std::span<const explorer::TensorView* const> tensors,
                 std::optional<float> current, bool compact = false);

}  // namespace ui
