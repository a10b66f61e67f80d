// The loops over rows: half precision bit by bit, and functions against those of the C library.
#include "models/loops.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

namespace loops = models::loops;

// IEEE 754 binary16, by its definition.
double value_of_half(std::uint16_t half) {
  const int exponent = half >> 10 & 31, fraction = half & 1023;
  const double sign = half >> 15 ? -1.0 : 1.0;
  if (exponent == 31) return fraction ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  return exponent == 0 ? sign * std::ldexp(fraction, -24) : sign * std::ldexp(1024 + fraction, exponent - 25);
}

TEST_CASE("all 65,536 numbers of both half precisions are widened exactly") {
  std::vector<std::uint16_t> all(65536);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i);
  std::vector<float> half(all.size()), brain(all.size());
  loops::widen_float16(all.data(), half.data(), all.size());
  loops::widen_bfloat16(all.data(), brain.data(), all.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double wanted = value_of_half(all[i]);
    const auto got = static_cast<double>(half[i]);
    if (!(got == wanted && std::signbit(got) == std::signbit(wanted)) && !(std::isnan(got) && std::isnan(wanted)))
      ++wrong;
    if (std::bit_cast<std::uint32_t>(brain[i]) != i << 16) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("activations are within 1e-6 of their definitions, and norms of theirs") {
  std::vector<float> x;
  for (int i = -4003; i <= 4003; ++i) x.push_back(static_cast<float>(i) * 0.005f);
  std::vector<float> gelu = x, gelu_tanh = x, relu = x, silu = x, quick = x, tanh = x, mish = x, relu2 = x;
  loops::gelu(gelu.data(), x.size());
  loops::gelu_tanh(gelu_tanh.data(), x.size());
  loops::relu(relu.data(), x.size());
  loops::silu(silu.data(), x.size());
  loops::quick_gelu(quick.data(), x.size());
  loops::tanh(tanh.data(), x.size());
  loops::mish(mish.data(), x.size());
  loops::relu2(relu2.data(), x.size());
  double most = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto v = static_cast<double>(x[i]);
    const auto differs = [&most, v](float got, double wanted) {
      most = std::max(most, std::abs(static_cast<double>(got) - wanted) / std::max(1.0, std::abs(v)));
    };
    differs(gelu[i], v / 2.0 * (1.0 + std::erf(v / std::sqrt(2.0))));
    differs(gelu_tanh[i], v / 2.0 * (1.0 + std::tanh(std::sqrt(2.0 / M_PI) * (v + 0.044715 * v * v * v))));
    differs(relu[i], std::max(v, 0.0));
    differs(silu[i], v / (1.0 + std::exp(-v)));
    differs(quick[i], v / (1.0 + std::exp(-1.702 * v)));
    differs(tanh[i], std::tanh(v));
    differs(mish[i], v * std::tanh(std::log1p(std::exp(v))));
    differs(relu2[i] / std::max(1.0f, x[i]), std::max(v, 0.0) * std::min(v, 1.0));
  }
  CHECK(most < 1e-6);
  float extreme[] = {-3e38f, 3e38f, -200.0f, 200.0f};
  loops::silu(extreme, 4);
  CHECK(extreme[0] == 0.0f);
  CHECK(extreme[1] == 3e38f);
  CHECK(extreme[3] == 200.0f);
}

TEST_CASE("layer norm and RMS norm are their formulas") {
  const std::size_t count = 1037;
  std::vector<float> x(count), weight(count), bias(count), y(count);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = static_cast<float>(std::sin(static_cast<double>(i)) + 100.0);
    weight[i] = static_cast<float>(1.0 + 0.1 * std::cos(static_cast<double>(i)));
    bias[i] = static_cast<float>(0.01 * static_cast<double>(i));
  }
  double mean = 0.0, variance = 0.0, squares = 0.0;
  for (const float v : x) mean += static_cast<double>(v) / count;
  for (const float v : x) variance += (v - mean) * (v - mean) / count;
  for (const float v : x) squares += static_cast<double>(v) * v / count;
  loops::layer_norm(x.data(), weight.data(), bias.data(), 1e-5f, y.data(), count);
  double most = 0.0;
  for (std::size_t i = 0; i < count; ++i)
    most = std::max(most, std::abs(y[i] - ((x[i] - mean) / std::sqrt(variance + 1e-5) * weight[i] + bias[i])));
  CHECK(most < 2e-5);  // x − mean has lost seven bits in x
  loops::rms_norm(x.data(), weight.data(), 1e-5f, y.data(), count);
  for (std::size_t i = 0; i < count; ++i)
    most = std::max(most, std::abs(y[i] - x[i] / std::sqrt(squares + 1e-5) * weight[i]));
  CHECK(most < 2e-5);
}

TEST_CASE("the first number that is not finite is found wherever it is") {
  std::vector<float> x(3001, 1e38f);
  CHECK(loops::first_not_finite(x.data(), x.size()) == x.size());
  for (const std::size_t place : {0u, 1u, 1023u, 1024u, 2999u, 3000u}) {
    x[place] = std::numeric_limits<float>::infinity();
    CHECK(loops::first_not_finite(x.data(), x.size()) == place);
    x[place] = std::nanf("");
    CHECK(loops::first_not_finite(x.data(), x.size()) == place);
    x[place] = 1.0f;
  }
}

}  // namespace
