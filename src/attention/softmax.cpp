// Softmax over any axis, line by line.
#include "attention/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/loops.hpp"

namespace attention {

Result<Tensor> softmax(const Tensor& x, int axis, const SoftmaxOptions& options) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  if (auto ok = check_scores(x, "x"); !ok) return std::unexpected(ok.error());
  if (!(options.temperature > 0.0f) || !std::isfinite(options.temperature)) {
    return fail("range", "temperature",
                "The temperature divides the scores, so it must be a number above 0: below 1 the weights get sharper, "
                "above 1 flatter.");
  }
  constexpr double nothing = -std::numeric_limits<double>::infinity();
  const float empty = options.empty_row == EmptyRow::nan ? std::numeric_limits<float>::quiet_NaN() : 0.0f;
  const detail::AxisView view = detail::along(shape_of(x), *place);
  Tensor result = Tensor::from_shape(shape_of(x));
  std::vector<double> powers(view.length);
  for (std::size_t outer = 0; outer < view.outer; ++outer) {
    for (std::size_t inner = 0; inner < view.inner; ++inner) {
      const float* line = x.data() + outer * view.length * view.inner + inner;
      float* to = result.data() + outer * view.length * view.inner + inner;
      double largest = nothing;
      for (std::size_t i = 0; i < view.length; ++i) largest = std::max(largest, double{line[i * view.inner]});
      if (largest == nothing) {
        for (std::size_t i = 0; i < view.length; ++i) to[i * view.inner] = empty;
        continue;
      }
      double total = 0.0;
      for (std::size_t i = 0; i < view.length; ++i) {
        powers[i] = std::exp((line[i * view.inner] - largest) / options.temperature);
        total += powers[i];
      }
      for (std::size_t i = 0; i < view.length; ++i) to[i * view.inner] = static_cast<float>(powers[i] / total);
    }
  }
  return result;
}

}  // namespace attention
