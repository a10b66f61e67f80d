// Sums in float32, in the order of PyTorch's plain CPU kernels, for the core's own sources: the last bits of a sum
// depend on the order, and with them the last printed digit. xtensor's reducers guarantee no order.
#pragma once

#include <cstddef>

#include "attention/tensor/tensor.hpp"

namespace attention::detail {

// The cells along an axis: `count` of them, a stride apart. `place` is the index among the adjacent lines, 0 … step −
// 1.
struct Line {
  const float* first;
  std::size_t count, step = 1, place = 0;
  float operator[](std::size_t i) const { return first[i * step]; }
};

float torch_sum(const Line& line);     // as torch.sum adds
float sum_in_order(const Line& line);  // in sequence
float sum_in_lanes(const Line& line);  // eight sums side by side, then these in order: as softmax adds a row
float norm_sum(const Line& line);  // of the squares, as torch.linalg.vector_norm adds: the rest after the eight sums

// The sums of all lines along an axis, each by `add`; the axis stays with length 1: (…, n, …) → (…, 1, …).
Tensor line_sums(const Tensor& x, std::size_t axis, float (*add)(const Line&));

}  // namespace attention::detail
