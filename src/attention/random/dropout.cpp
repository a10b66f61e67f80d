// Dropout with PyTorch's own sequence of random numbers.
#include "attention/random/dropout.hpp"

#include <algorithm>

namespace attention {

Result<DropoutResult> dropout(const Tensor& x, double p, bool training, Generator& generator) {
  const bool probability = p >= 0.0 && p <= 1.0;
  if (!probability) return fail("range", "p", "p is a probability: it must lie between 0 and 1.");
  DropoutResult result{x, Tensor::from_shape(shape_of(x)), {}};
  std::fill(result.factors.data(), result.factors.data() + x.size(), 1.0f);
  if (!training) return result;
  const float kept = p < 1.0 ? static_cast<float>(1.0 / (1.0 - p)) : 0.0f;
  result.draws.reserve(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    result.draws.push_back(generator.uniform_double());
    const bool keep = result.draws.back() < 1.0 - p;
    result.factors.data()[i] = keep ? kept : 0.0f;
    // Not x · 0, so that a dropped cell is 0 even if it was not finite.
    result.output.data()[i] = keep ? x.data()[i] * kept : 0.0f;
  }
  return result;
}

}  // namespace attention
