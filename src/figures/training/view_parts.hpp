// Builders of the parts of a run's view (view_parts.cpp), for view.cpp alone.
#pragma once

#include <optional>

#include "explorer/views/view_context.hpp"
#include "figures/training/view.hpp"

namespace explorer {

std::string slope_text(double slope);   // "−1.61·10⁻⁴"
std::string weight_text(double value);  // "−0.1050"
void add_right(const ViewContext& context, const Run& run, const lesson::TrainingFigure& figure, TrainingView& view);
// None without a batch of sequences whose answers the loss judges. With heads switched off (their names), the answers are
// those without them, if the figure names that loss.
std::optional<TrainingView::Sequence> sequence_view(const ViewContext& context, const lesson::TrainingFigure& figure,
                                                    const std::string& off);
std::optional<TrainingView::Weight> weight_view(const ViewContext& context, const Run& run, std::size_t step);

}  // namespace explorer
