// The colours of attention weights from 0 to 1, upright, with true values for the chosen colour steps.
#pragma once

#include "explorer/state/color_steps.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

inline constexpr float weight_legend_width = 84;

// causal: with the sample of a masked cell. current: the place of a weight to mark, 0 to 1; below 0: none.
void draw_weight_legend(Screen& screen, Rect bar, explorer::ColorSteps steps, bool causal, float current = -1);

// The colours of differences from −largest, at the lower end, to largest.
void draw_difference_legend(Screen& screen, Rect bar, explorer::ColorSteps steps, float largest);

}  // namespace ui
