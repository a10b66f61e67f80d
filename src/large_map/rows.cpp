// Sums stay in registers while the loop runs over the features.
#include "large_map/rows.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace large_map {

void PackedKeys::reset(std::size_t keys, std::size_t width) {
  width_ = width;
  numbers_.assign((keys + together - 1) / together * together * width, 0.0f);
}

void PackedKeys::take(const float* key, std::size_t first, std::size_t count) {
  for (std::size_t j = first; j < first + count; ++j, key += width_) {
    float* to = numbers_.data() + j / together * together * width_ + j % together;
    for (std::size_t d = 0; d < width_; ++d) to[d * together] = key[d];
  }
}

void score_rows(const float* const* rows, const PackedKeys& keys, std::size_t first, std::size_t last, float scale,
                float* scores, std::size_t step) {
  constexpr std::size_t together = PackedKeys::together;
  const std::size_t width = keys.width();
  for (std::size_t j = first; j < last; j += together) {
    const float* panel = keys.panel(j);
    float sums[rows_together][together] = {};
    for (std::size_t d = 0; d < width; ++d, panel += together) {
#pragma GCC unroll 4
      for (std::size_t r = 0; r < rows_together; ++r) {
        const float number = rows[r][d];
#pragma GCC unroll 8
        for (std::size_t c = 0; c < together; ++c) sums[r][c] += number * panel[c];
      }
    }
    for (std::size_t r = 0; r < rows_together; ++r)
      for (std::size_t c = 0; c < together; ++c) scores[r * step + j - first + c] = sums[r][c] * scale;
  }
}

namespace {

// e^x for x ≤ 0, within 2e-7 of it: 2^n · 2^f, the second factor by its series (S. Moshier, Cephes: exp2f).
inline float exponential(float x) {
  constexpr float log2_e = 1.44269504f;
  const float power = x * log2_e;
  if (!(power > -125.0f)) return 0.0f;
  const auto whole = static_cast<std::int32_t>(power - 0.5f);
  const float f = power - static_cast<float>(whole);
  float p = 1.535336188319500e-4f;
  p = p * f + 1.339887440266574e-3f;
  p = p * f + 9.618437357674640e-3f;
  p = p * f + 5.550332471162809e-2f;
  p = p * f + 2.402264791363012e-1f;
  p = p * f + 6.931472028550421e-1f;
  p = p * f + 1.0f;
  return p * std::bit_cast<float>((whole + 127) << 23);
}

}  // namespace

double exponentials(float* scores, std::size_t count, float top) {
  double total = 0;
  for (std::size_t j = 0; j < count; ++j) total += scores[j] = exponential(scores[j] - top);
  return total;
}

float largest_of(const float* scores, std::size_t count) {
  float most = scores[0];
  for (std::size_t j = 1; j < count; ++j) most = std::max(most, scores[j]);
  return most;
}

void pool(const float* weights, float factor, std::size_t count, std::size_t cells, float* largest, double* sum) {
  for (std::size_t j = 0; j < count; ++largest, ++sum) {
    float most = 0, all = 0;
    for (const std::size_t end = std::min(j + cells, count); j < end; ++j) {
      most = std::max(most, weights[j]);
      all += weights[j];
    }
    *largest = std::max(*largest, most * factor);
    *sum += double{all} * factor;
  }
}

}  // namespace large_map
