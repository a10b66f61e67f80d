// Sums in float32, in the order in which PyTorch's plain CPU kernels add, for the core's own sources: a sum's last bits
// depend on the order, and with it the last digit that both print.
#pragma once

#include <cstddef>
#include <span>

#include "attention/loops.hpp"

namespace attention::detail {

// One after the other.
float sum_in_order(std::span<const float> cells);

// Eight partial sums side by side, then these one after the other: how softmax adds a row.
float sum_in_lanes(std::span<const float> cells);

// torch.sum along the axis of `view`, of the line at (outer, inner).
float sum_line(const float* data, const AxisView& view, std::size_t outer, std::size_t inner);

}  // namespace attention::detail
