// The losses of a run, and its shares of right answers, over its steps.
#pragma once

#include "figures/training/view.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

inline constexpr float plot_side = 40, slider_end = 8;  // the room of the numbers; from a slider's edge to its ends

void draw_losses(Screen& screen, Rect area, const explorer::TrainingView& run);
void draw_right(Screen& screen, Rect area, const explorer::TrainingView& run);

}  // namespace ui
