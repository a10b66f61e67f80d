// How an attention figure is drawn, as controls beside those of the step: which values on which scale.
#pragma once

#include "ui/screen.hpp"

namespace ui {

// Draws from y down; returns where it ends: y where the step has no such figure on show.
float draw_attention_controls(Screen& screen, float x0, float x1, float y);

}  // namespace ui
