// Display settings of an attention figure, as controls among those of the step: which values, on which scale.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// Draws from y down; returns the lower end, which is y if the step shows no such figure.
float draw_attention_controls(Screen& screen, float x0, float x1, float y);

}  // namespace ui
