// The parts of a drawing of training: curves, maps, letters.
#pragma once

#include "figures/training/view.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

// What a run shows below its buttons, laid out for the room: its curves and maps, one head over time, one held-out sequence
// and one weight over time. Where there is no room for all, the reader chooses which are shown.
void draw_run_parts(Screen& screen, Rect area, const explorer::TrainingView& run);

// One weight over time (draw_weight.cpp): the numbers of its tensor to choose from, its value and its slope.
// The choice of the tensor begins at title_from.
void draw_weight(Screen& screen, Rect area, const explorer::TrainingView& run, float title_from);

// "‹ 3 of 16 ›": from one to the next. Returns the requested one.
std::optional<std::size_t> one_of(Screen& screen, std::string_view id, Rect where, std::string_view words,
                                  std::size_t at, std::size_t count);

// The losses of a run, and its shares of right answers, over its steps.
void draw_losses(Screen& screen, Rect area, const explorer::TrainingView& run);
void draw_right(Screen& screen, Rect area, const explorer::TrainingView& run);

// The attention of all heads as it forms in a run of training: a map for each, beside what an even spread gives.
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
