// The losses of a run, and its shares of right answers, over its steps.
#pragma once

#include "figures/training/view.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

void draw_losses(Screen& screen, Rect area, const explorer::TrainingView& run);
void draw_right(Screen& screen, Rect area, const explorer::TrainingView& run);

}  // namespace ui
