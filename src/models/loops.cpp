// See loops.hpp. AE_SET and AE_WIDTH name the set of kernels whose vectors are used.
#include "models/loops.hpp"

#include "attention/kernels/simd.hpp"

namespace models::loops {

namespace {

using namespace attention::kernels::AE_SET;

constexpr float log2_of_e = 1.44269504f;

// Calls work(place) for whole vectors and, for a rest, with a copy of it that is filled up with zeros.
template <class Work>
void in_place(float* x, std::size_t count, const Work& work) {
  std::size_t i = 0;
  for (; i + width <= count; i += width) store(x + i, work(load(x + i)));
  if (i == count) return;
  float rest[width] = {};
  for (std::size_t j = i; j < count; ++j) rest[j - i] = x[j];
  store(rest, work(load(rest)));
  for (std::size_t j = i; j < count; ++j) x[j] = rest[j - i];
}

// eˣ for x ≤ 0.
Vec power_of_e(const Power& power, Vec x) { return power.or_zero(x * splat(log2_of_e)); }

// 1 / (1 + e⁻ˣ), from e^(−|x|), which cannot overflow.
Vec logistic(const Power& power, Vec x) {
  const Vec e = power_of_e(power, Vec{} - magnitude(x)), one = splat(1.0f);
  return where(below(x, Vec{}), e, one) / (one + e);
}

double total(const float* x, std::size_t count) {
  double sum_of_blocks = 0.0;
  for (std::size_t from = 0; from < count; from += 512) {
    const std::size_t end = from + 512 < count ? from + 512 : count;
    Vec sums{};
    std::size_t i = from;
    for (; i + width <= end; i += width) sums += load(x + i);
    float rest = sum(sums);
    for (; i < end; ++i) rest += x[i];
    sum_of_blocks += static_cast<double>(rest);
  }
  return sum_of_blocks;
}

double total_of_squares(const float* x, float mean, std::size_t count) {
  double sum_of_blocks = 0.0;
  const Vec shift = splat(mean);
  for (std::size_t from = 0; from < count; from += 512) {
    const std::size_t end = from + 512 < count ? from + 512 : count;
    Vec sums{};
    std::size_t i = from;
    for (; i + width <= end; i += width) {
      const Vec apart = load(x + i) - shift;
      sums = madd(apart, apart, sums);
    }
    float rest = sum(sums);
    for (; i < end; ++i) rest += (x[i] - mean) * (x[i] - mean);
    sum_of_blocks += static_cast<double>(rest);
  }
  return sum_of_blocks;
}

float inverse_root(double x) { return static_cast<float>(1.0 / __builtin_sqrt(x)); }

}  // namespace

void widen_float16(const std::uint16_t* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t half = from[i], magnitude = (half & 0x7fffu) << 13;
    // 2¹¹² moves the exponent; numbers below 2⁻¹⁴ become normal by it. An exponent of ones stays one of ones.
    const std::uint32_t moved = __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, magnitude) * 0x1p112f);
    const std::uint32_t ones = (half & 0x7c00u) == 0x7c00u ? 0x7f800000u : 0u;
    to[i] = __builtin_bit_cast(float, moved | ones | ((half & 0x8000u) << 16));
  }
}

void widen_bfloat16(const std::uint16_t* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] = __builtin_bit_cast(float, static_cast<std::uint32_t>(from[i]) << 16);
}

std::size_t first_not_finite(const float* x, std::size_t count) {
  constexpr std::size_t block = 1024;
  for (std::size_t from = 0; from < count; from += block) {
    const std::size_t end = from + block < count ? from + block : count;
    float difference = 0.0f;  // x − x is 0 for every number, and NaN for NaN and infinities
    Vec differences{};
    std::size_t i = from;
    for (; i + width <= end; i += width) {
      const Vec v = load(x + i);
      differences += v - v;
    }
    for (; i < end; ++i) difference += x[i] - x[i];
    if (sum(differences) + difference == 0.0f) continue;
    for (i = from; i < end; ++i)
      if (x[i] - x[i] != 0.0f) return i;
  }
  return count;
}

void add(const float* x, float* y, std::size_t count) {
  std::size_t i = 0;
  for (; i + width <= count; i += width) store(y + i, load(y + i) + load(x + i));
  for (; i < count; ++i) y[i] += x[i];
}

void add_scaled(const float* x, float factor, float* y, std::size_t count) {
  const Vec times = splat(factor);
  std::size_t i = 0;
  for (; i + width <= count; i += width) store(y + i, madd(load(x + i), times, load(y + i)));
  for (; i < count; ++i) y[i] += x[i] * factor;
}

float dot(const float* x, const float* y, std::size_t count) {
  Vec a{}, b{}, c{}, d{};
  std::size_t i = 0;
  for (; i + 4 * width <= count; i += 4 * width) {
    a = madd(load(x + i), load(y + i), a);
    b = madd(load(x + i + width), load(y + i + width), b);
    c = madd(load(x + i + 2 * width), load(y + i + 2 * width), c);
    d = madd(load(x + i + 3 * width), load(y + i + 3 * width), d);
  }
  float rest = sum((a + b) + (c + d));
  for (; i < count; ++i) rest += x[i] * y[i];
  return rest;
}

void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, float* y, std::size_t count) {
  const auto numbers = static_cast<double>(count);
  const auto mean = static_cast<float>(total(x, count) / numbers);
  const float factor = inverse_root(total_of_squares(x, mean, count) / numbers + static_cast<double>(epsilon));
  for (std::size_t i = 0; i < count; ++i) y[i] = (x[i] - mean) * factor * weight[i] + bias[i];
}

void rms_norm(const float* x, const float* weight, float epsilon, float* y, std::size_t count) {
  const auto numbers = static_cast<double>(count);
  const float factor = inverse_root(total_of_squares(x, 0.0f, count) / numbers + static_cast<double>(epsilon));
  for (std::size_t i = 0; i < count; ++i) y[i] = x[i] * factor * weight[i];
}

void gelu(float* x, std::size_t count) {
  const Power power;
  in_place(x, count, [&power](Vec v) {
    const Vec z = v * splat(0.707106781f), a = magnitude(z);
    const Vec t = splat(1.0f) / madd(splat(0.3275911f), a, splat(1.0f));
    Vec p = madd(splat(1.061405429f), t, splat(-1.453152027f));
    p = madd(p, t, splat(1.421413741f));
    p = madd(p, t, splat(-0.284496736f));
    p = madd(p, t, splat(0.254829592f));
    const Vec rest = p * t * power_of_e(power, Vec{} - a * a);  // 1 − erf |z|
    const Vec half = v * splat(0.5f);
    return where(below(v, Vec{}), half * rest, half * (splat(2.0f) - rest));
  });
}

void gelu_tanh(float* x, std::size_t count) {
  const Power power;
  in_place(x, count, [&power](Vec v) {
    // (1 + tanh y) / 2 = 1 / (1 + e^(−2y)), and 2 √(2/π) = 1.59577.
    const Vec y = splat(1.5957691216f) * madd(splat(0.044715f) * v * v, v, v);
    return v * logistic(power, y);
  });
}

void relu(float* x, std::size_t count) {
  in_place(x, count, [](Vec v) { return larger(v, Vec{}); });
}

void silu(float* x, std::size_t count) {
  const Power power;
  in_place(x, count, [&power](Vec v) { return v * logistic(power, v); });
}

void quick_gelu(float* x, std::size_t count) {
  const Power power;
  in_place(x, count, [&power](Vec v) { return v * logistic(power, v * splat(1.702f)); });
}

void tanh(float* x, std::size_t count) {
  const Power power;
  in_place(x, count, [&power](Vec v) { return madd(splat(2.0f), logistic(power, v + v), splat(-1.0f)); });
}

// tanh(ln(1 + eˣ)) as a quotient of powers of e^(−|x|), which cannot overflow.
void mish(float* x, std::size_t count) {
  const Power power;
  in_place(x, count, [&power](Vec v) {
    const Vec e = power_of_e(power, Vec{} - magnitude(v)), two = splat(2.0f);
    const Vec left = e * (e + two), right = madd(two, e, splat(1.0f));
    return v * where(below(v, Vec{}), left / (left + two), right / madd(two * e, e, right));
  });
}

void relu2(float* x, std::size_t count) {
  in_place(x, count, [](Vec v) { return larger(v, Vec{}) * larger(v, Vec{}); });
}

void multiply(const float* x, float* y, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) y[i] *= x[i];
}

void rotate(float* x, const float* cosines, const float* sines, std::size_t half) {
  for (std::size_t i = 0; i < half; ++i) {
    const float a = x[i], b = x[i + half];
    x[i] = a * cosines[i] - b * sines[i];
    x[i + half] = b * cosines[i] + a * sines[i];
  }
}

}  // namespace models::loops
