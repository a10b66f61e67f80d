// Softmax of whole rows in memory, vector by vector; the remainder of a row is padded with −∞ to a vector.
#pragma once

#include "attention/kernels/simd.hpp"
#include "attention/kernels/tile.hpp"

namespace attention::kernels::AE_SET {

constexpr float log2_e = 1.44269504f, ln_2 = 0.693147181f;
constexpr float minus_infinity = -__builtin_inff();

// The last `count` < width numbers of a row, the rest −∞.
inline Vec load_end(const float* from, std::size_t count) {
  float all[width];
  for (std::size_t i = 0; i < width; ++i) all[i] = i < count ? from[i] : minus_infinity;
  return load(all);
}

inline void store_end(float* to, std::size_t count, Vec x) {
  float all[width];
  store(all, x);
  for (std::size_t i = 0; i < count; ++i) to[i] = all[i];
}

[[gnu::noinline]] inline float row_largest(const float* x, std::size_t count) {
  Vec a = splat(minus_infinity), b = a;
  std::size_t i = 0;
  for (; i + 2 * width <= count; i += 2 * width) {
    a = larger(load(x + i), a);
    b = larger(load(x + i + width), b);
  }
  for (; i + width <= count; i += width) a = larger(load(x + i), a);
  if (i < count) a = larger(load_end(x + i, count - i), a);
  return largest(larger(a, b));
}

inline bool softmax_rows(const float* x, float* y, std::size_t rows, std::size_t columns, float factor) {
  const Vec times = splat(factor * log2_e);
  const Power power;
  for (std::size_t row = 0; row < rows; ++row, x += columns, y += columns) {
    const float most = row_largest(x, columns);
    if (most == minus_infinity) {
      for (std::size_t i = 0; i < columns; ++i) {
        if (x[i] != minus_infinity) return false;  // NaN
        y[i] = 0.0f;
      }
      continue;
    }
    const Vec top = splat(most);
    Vec a{}, b{};
    std::size_t i = 0;
    for (; i + 2 * width <= columns; i += 2 * width) {
      const Vec p = power.or_zero((load(x + i) - top) * times), q = power.or_zero((load(x + i + width) - top) * times);
      store(y + i, p);
      store(y + i + width, q);
      a += p;
      b += q;
    }
    for (; i + width <= columns; i += width) {
      const Vec p = power.or_zero((load(x + i) - top) * times);
      store(y + i, p);
      a += p;
    }
    if (i < columns) {
      const Vec p = power.or_zero((load_end(x + i, columns - i) - top) * times);
      store_end(y + i, columns - i, p);
      a += p;
    }
    const float total = sum(a + b);
    if (!(total > 0.0f)) return false;  // NaN in x or ∞ − ∞: a row of only −∞ was handled
    const float inverse = 1.0f / total;
    const Vec shrink = splat(inverse);
    for (i = 0; i + width <= columns; i += width) store(y + i, load(y + i) * shrink);
    for (; i < columns; ++i) y[i] *= inverse;
  }
  return true;
}

}  // namespace attention::kernels::AE_SET
