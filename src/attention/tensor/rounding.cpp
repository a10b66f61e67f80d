// Rounding in float32 throughout, as PyTorch and NumPy do: .35 is stored as .34999999 but times 10 it is 3.5, and
// rounds to 4, as a reader of the printed number expects.
#include "attention/tensor/rounding.hpp"

#include <cmath>

#include "attention/tensor/map.hpp"

namespace attention {

namespace {

// A number too large to be multiplied has no decimals.
float to_fractions(float x, float power) { return std::isfinite(x * power) ? std::nearbyint(x * power) / power : x; }
float to_multiples(float x, float power) { return std::isfinite(x) ? std::nearbyint(x / power) * power : x; }

}  // namespace

Result<Tensor> round_to(const Tensor& x, int decimals) {
  if (decimals < -30 || decimals > 30) {
    return fail("range", "decimals", {"decimals must lie between -30 and 30, not ", decimals, "."});
  }
  const float power = static_cast<float>(std::pow(10.0, std::abs(decimals)));
  return map(decimals < 0 ? to_multiples : to_fractions, x, scalar(power));
}

}  // namespace attention
