// Walks two or three tensors of one shape together, each with strides of its own (0 where it is broadcast): axes that
// are contiguous in all of them are joined, and the innermost one is left to a loop over neighbours.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "graph/core/types.hpp"

namespace training {

using Strides = std::vector<std::size_t>;

// Row-major strides of a tensor in a larger shape that it broadcasts to: 0 along axes that it lacks or has once.
inline Strides strides_in(const graph::Shape& whole, const graph::Shape& own) {
  Strides strides(whole.size(), 0);
  std::size_t step = 1;
  for (std::size_t k = 1; k <= own.size(); ++k) {
    const std::size_t length = own[own.size() - k];
    if (length > 1) strides[whole.size() - k] = step;
    step *= length;
  }
  return strides;
}

template <std::size_t N>
class Walk {
 public:
  Walk(const graph::Shape& shape, const std::array<Strides, N>& strides) {
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      if (shape[axis] == 1) continue;
      Axis next{shape[axis], {}};
      for (std::size_t n = 0; n < N; ++n) next.step[n] = strides[n][axis];
      if (!axes_.empty() && joins(axes_.back(), next)) {
        axes_.back().length *= next.length;
        axes_.back().step = next.step;
      } else {
        axes_.push_back(next);
      }
    }
    if (axes_.empty()) axes_.push_back({1, {}});
    for (const std::size_t length : shape) empty_ = empty_ || length == 0;
    inner_ = axes_.back();
    axes_.pop_back();
    index_.resize(axes_.size());
  }

  // The length of the innermost axis, and the step along it.
  std::size_t length() const { return inner_.length; }
  std::size_t step(std::size_t n) const { return inner_.step[n]; }

  // visit(places): where each line along the innermost axis begins.
  template <class Visit>
  void each(const Visit& visit) {
    if (empty_) return;
    std::array<std::size_t, N> at{};
    for (;;) {
      visit(at);
      std::size_t axis = axes_.size();
      for (; axis > 0; --axis) {
        const Axis& here = axes_[axis - 1];
        if (++index_[axis - 1] < here.length) {
          for (std::size_t n = 0; n < N; ++n) at[n] += here.step[n];
          break;
        }
        index_[axis - 1] = 0;
        for (std::size_t n = 0; n < N; ++n) at[n] -= here.step[n] * (here.length - 1);
      }
      if (axis == 0) return;
    }
  }

 private:
  struct Axis {
    std::size_t length = 1;
    std::array<std::size_t, N> step{};
  };
  static bool joins(const Axis& outer, const Axis& inner) {
    for (std::size_t n = 0; n < N; ++n)
      if (outer.step[n] != inner.step[n] * inner.length) return false;
    return true;
  }

  std::vector<Axis> axes_;
  std::vector<std::size_t> index_;
  Axis inner_;
  bool empty_ = false;
};

}  // namespace training
