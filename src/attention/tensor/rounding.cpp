// Rounding in float32 throughout, as PyTorch and NumPy do: .35 is stored as .34999999 but times 10 it is 3.5, and
// rounds to 4, as a reader of the printed number expects.
#include "attention/tensor/rounding.hpp"

#include <cmath>

namespace attention {

Result<Tensor> round_to(const Tensor& x, int decimals) {
  if (decimals < -30 || decimals > 30) {
    return fail("range", "decimals", {"decimals must lie between -30 and 30, not ", decimals, "."});
  }
  const float power = static_cast<float>(std::pow(10.0, std::abs(decimals)));
  Tensor result = x;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const float value = result.data()[i];
    const float scaled = decimals < 0 ? value / power : value * power;
    // Too large to have decimals.
    if (!std::isfinite(scaled)) continue;
    const float whole = std::nearbyint(scaled);
    result.data()[i] = decimals < 0 ? whole * power : whole / power;
  }
  return result;
}

}  // namespace attention
