// What a run shows below its buttons, laid out for the room: its curves and maps, one head over time, one held-out sequence
// and one weight over time. Where there is no room for all, the reader chooses which are shown.
#pragma once

#include "figures/training/view.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

void draw_run_parts(Screen& screen, Rect area, const explorer::TrainingView& run);

// One weight over time (draw_weight.cpp): the numbers of its tensor to choose from, its value and its slope.
// The choice of the tensor begins at title_from.
void draw_weight(Screen& screen, Rect area, const explorer::TrainingView& run, float title_from);

// "‹ 3 of 16 ›": from one to the next. Returns the requested one.
std::optional<std::size_t> one_of(Screen& screen, std::string_view id, Rect where, std::string_view words,
                                  std::size_t at, std::size_t count);

}  // namespace ui
