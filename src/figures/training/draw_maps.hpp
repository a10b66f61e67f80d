// The attention of all heads as it forms in a run of training: a map for each, beside what an even spread gives.
#pragma once

#include "figures/training/view.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

// The height that the maps need in an area of this width, with their heading and their names.
float training_maps_height(const explorer::TrainingView::Maps& maps, float width);
// One map alone: of a tensor's slice, or of values row by row.
void draw_map_cells(Screen& screen, const explorer::TrainingView::Maps& maps, graph::NodeId node,
                    std::span<const std::size_t> leading, Rect where);
void draw_map_cells(Screen& screen, const explorer::TrainingView::Maps& maps, std::span<const float> values,
                    Rect where);
// The tokens of its columns above it and of its rows at its left, where a row is high enough for them.
void draw_map_tokens(Screen& screen, const explorer::TrainingView::Maps& maps, Rect where);
bool map_tokens_fit(const explorer::TrainingView::Maps& maps, float size);
inline constexpr float token_side = 13;  // the room of these tokens
void draw_training_maps(Screen& screen, const explorer::TrainingView::Maps& maps, Rect area);

}  // namespace ui
