// Walking over tensors that broadcast against each other, for the core's own sources.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "attention/shape.hpp"

namespace attention::detail {

template <std::size_t N>
using Offsets = std::array<std::size_t, N>;

// Visits every index of `shape` in reading order and calls f(offsets), where offsets[n] is the place in operand n
// whose steps for each axis are steps[n].
template <std::size_t N, class F>
void walk(const Shape& shape, const std::array<std::vector<std::size_t>, N>& steps, F f) {
  std::size_t total = 1;
  for (std::size_t length : shape) total *= length;
  std::vector<std::size_t> index(shape.size(), 0);
  Offsets<N> offsets{};
  for (std::size_t cell = 0; cell < total; ++cell) {
    f(offsets);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      for (std::size_t n = 0; n < N; ++n) offsets[n] += steps[n][axis];
      if (++index[axis] < shape[axis]) break;
      for (std::size_t n = 0; n < N; ++n) offsets[n] -= steps[n][axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

// Everything before the last `kept` axes.
inline Shape leading(const Shape& shape, std::size_t kept) { return Shape(shape.begin(), shape.end() - kept); }

inline std::size_t product(const Shape& shape) {
  std::size_t total = 1;
  for (std::size_t length : shape) total *= length;
  return total;
}

// A tensor seen along one axis: `outer` blocks, each of `length` lines of `inner` cells.
struct AxisView {
  std::size_t outer = 1, length = 1, inner = 1;
};

inline AxisView along(const Shape& shape, std::size_t axis) {
  AxisView view;
  for (std::size_t i = 0; i < axis; ++i) view.outer *= shape[i];
  view.length = shape[axis];
  for (std::size_t i = axis + 1; i < shape.size(); ++i) view.inner *= shape[i];
  return view;
}

}  // namespace attention::detail
