// The legend of one matrix's colours: its letter, the scale, both ends and zero; a tick where the current value stands.
#pragma once

#include <optional>

#include "ui/screen.hpp"

namespace ui {

void draw_legend(Screen& screen, Rect where, const explorer::TensorView& tensor, std::optional<float> current);

}  // namespace ui
