// The cells of maps of attention and their averages, for the views of the figure. Hidden cells stay hidden in every
// average.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "explorer/views/view_context.hpp"

namespace explorer {

inline constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// A mean is hidden or not finite if any of its parts is; masked if all are, or if one has no finite value.
struct Mean {
  double sum = 0;
  std::size_t count = 0, masked = 0;
  bool hidden = false, broken = false, endless = false;
  using Status = CellView::Status;

  void add(float value, Status status) {
    ++count;
    hidden |= status == Status::hidden;
    broken |= status == Status::not_finite;
    masked += status == Status::masked;
    endless |= !std::isfinite(value);
    if (std::isfinite(value)) sum += value;
  }
  Status status() const {
    if (hidden) return Status::hidden;
    if (broken) return Status::not_finite;
    return masked == count || endless ? Status::masked : Status::shown;
  }
  float value() const {
    if (hidden) return 0;
    if (broken) return std::numeric_limits<float>::quiet_NaN();
    return endless ? minus_infinity : static_cast<float>(sum / static_cast<double>(count));
  }
};

// The scores that tell where the weights were masked: they are −∞ there.
std::optional<graph::NodeId> masking_scores(const ViewContext& context, graph::NodeId weights);
// One map, (queries, keys), of the node's slice.
AttentionCells cells_of(const ViewContext& context, graph::NodeId node, const graph::Index& leading);
AttentionCells mean_of(const std::vector<AttentionCells>& all, const std::vector<std::size_t>& places);
AttentionCells mean_row(const AttentionCells& map, std::size_t columns, const std::vector<std::size_t>& rows);
inline constexpr std::size_t most_texts = 16'384;  // cells of a map whose numbers are written out
std::string listed_names(const std::vector<std::string>& names, const std::vector<std::size_t>& places);
// As the node's cells are printed; "?" where hidden.
std::vector<std::string> texts_of(const ViewContext& context, graph::NodeId node, const AttentionCells& cells);

}  // namespace explorer
