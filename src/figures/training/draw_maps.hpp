// The attention of all heads as it forms in a run of training: a map for each, beside what an even spread gives.
#pragma once

#include "figures/training/view.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

// The height that the maps need in an area of this width, with their heading and their names.
float training_maps_height(const explorer::TrainingView::Maps& maps, float width);
void draw_training_maps(Screen& screen, const explorer::TrainingView::Maps& maps, Rect area);

}  // namespace ui
