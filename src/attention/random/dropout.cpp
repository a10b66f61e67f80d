// Dropout with PyTorch's own sequence of random numbers.
#include "attention/random/dropout.hpp"

#include <utility>

#include "attention/tensor/map.hpp"

namespace attention {

Tensor dropout_by(const Doubles& draws, const Tensor& x, double p) {
  const auto below = [](double a, double b) { return a < b; };
  const BoolTensor kept = compare(below, draws, wide_scalar(1.0 - p));
  const float factor = p < 1.0 ? static_cast<float>(1.0 / (1.0 - p)) : 0.0f;
  // Not x · 0, so that a dropped cell is 0 even if it was not finite.
  return attention::where(kept, x * factor, scalar(0.0f));
}

Result<DropoutResult> dropout(const Tensor& x, double p, bool training, Generator& generator) {
  const bool probability = p >= 0.0 && p <= 1.0;
  if (!probability) return fail("range", "p", "p is a probability: it must lie between 0 and 1.");
  if (!training) return DropoutResult{x, Doubles::from_shape({0})};
  Doubles draws = Doubles::from_shape(shape_of(x));
  for (double& draw : draws) draw = generator.uniform_double();
  return DropoutResult{dropout_by(draws, x, p), std::move(draws)};
}

}  // namespace attention
