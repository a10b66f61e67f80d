// Softmax over any axis, line by line, in float32 and in the order of PyTorch's plain CPU path: so both print the same
// last digit.
#include "attention/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/loops.hpp"
#include "attention/sums.hpp"

namespace attention {

namespace {

float power(float difference, float temperature) {
  return static_cast<float>(std::exp(double{difference} / double{temperature}));
}

}  // namespace

Result<Tensor> softmax(const Tensor& x, int axis, const SoftmaxOptions& options) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  if (auto ok = check_scores(x, "x"); !ok) return std::unexpected(ok.error());
  if (!(options.temperature > 0.0f) || !std::isfinite(options.temperature)) {
    return fail("range", "temperature",
                "The temperature divides the scores, so it must be a number above 0: below 1 the weights get sharper, "
                "above 1 flatter.");
  }
  constexpr float nothing = -std::numeric_limits<float>::infinity();
  const float empty = options.empty_row == EmptyRow::nan ? std::numeric_limits<float>::quiet_NaN() : 0.0f;
  const detail::AxisView view = detail::along(shape_of(x), *place);
  const bool rows = *place + 1 == x.dimension();
  Tensor result = Tensor::from_shape(shape_of(x));
  std::vector<float> powers(view.length);
  for (std::size_t outer = 0; outer < view.outer; ++outer) {
    for (std::size_t inner = 0; inner < view.inner; ++inner) {
      const float* line = x.data() + outer * view.length * view.inner + inner;
      float* to = result.data() + outer * view.length * view.inner + inner;
      float largest = nothing;
      for (std::size_t i = 0; i < view.length; ++i) largest = std::max(largest, line[i * view.inner]);
      if (largest == nothing) {
        for (std::size_t i = 0; i < view.length; ++i) to[i * view.inner] = empty;
        continue;
      }
      for (std::size_t i = 0; i < view.length; ++i)
        powers[i] = power(line[i * view.inner] - largest, options.temperature);
      // Rows are multiplied by the inverse of their sum, columns divided by it.
      const float total = rows ? detail::sum_in_lanes(powers) : detail::sum_in_order(powers);
      for (std::size_t i = 0; i < view.length; ++i) {
        to[i * view.inner] = rows ? powers[i] * (1.0f / total) : powers[i] / total;
      }
    }
  }
  return result;
}

}  // namespace attention
