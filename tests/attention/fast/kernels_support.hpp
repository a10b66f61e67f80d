// Numbers for the kernels and their distance from the float64 reference, for every set that this machine runs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "attention/kernels/kernels.hpp"
#include "attention/kernels/reference.hpp"

namespace kernel_tests {

using attention::kernels::Head;
using attention::kernels::Kernels;
using attention::kernels::Product;

// Numbers with mean 0 and deviation 1 (times `size`), the same on every machine: uniform, from mulberry32.
inline std::vector<float> numbers(std::size_t count, std::uint32_t seed, float size = 1.0f) {
  std::vector<float> all(count);
  std::uint32_t state = seed * 7919u;
  for (float& x : all) {
    state += 0x6d2b79f5u;
    std::uint32_t t = (state ^ (state >> 15)) * (state | 1u);
    t ^= t + (t ^ (t >> 7)) * (t | 61u);
    const double even = static_cast<double>(t ^ (t >> 14)) / 4294967296.0;
    x = static_cast<float>((even * 2.0 - 1.0) * std::sqrt(3.0)) * size;
  }
  return all;
}

// The largest difference, relative to the largest expected number.
inline double distance(const std::vector<float>& got, const std::vector<double>& wanted) {
  double worst = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double off = std::abs(double{got[i]} - wanted[i]);
    worst = off <= worst ? worst : off;  // NaN counts
    largest = std::max(largest, std::abs(wanted[i]));
  }
  return largest > 0.0 ? worst / largest : worst;
}

inline std::vector<float> gemm(const Kernels& set, Product p) {
  std::vector<float> c(p.m * p.n, -77.0f), space(set.gemm_space(p));
  p.c = c.data();
  p.c_step = p.n;
  set.gemm(p, space.data());
  return c;
}

inline std::vector<float> attend(const Kernels& set, Head h, bool* done = nullptr) {
  std::vector<float> output(h.queries * h.value_width, -77.0f), space(set.attend_space(h));
  h.output = output.data();
  h.output_step = h.value_width;
  const bool ok = set.attend(h, false, space.data());
  if (done) *done = ok;
  return output;
}

// A head over random numbers that it owns.
struct Drawn {
  std::vector<float> query, key, value;
  Head head;
};

inline Drawn draw(std::size_t queries, std::size_t keys, std::size_t width, std::size_t value_width,
                  float size = 1.0f) {
  Drawn d{numbers(queries * width, 1, size), numbers(keys * width, 2, size), numbers(keys * value_width, 3), {}};
  d.head.query = {d.query.data(), width};
  d.head.key = {d.key.data(), width};
  d.head.value = {d.value.data(), value_width};
  d.head.queries = queries;
  d.head.keys = keys;
  d.head.width = width;
  d.head.value_width = value_width;
  d.head.scale = 1.0f / std::sqrt(static_cast<float>(std::max<std::size_t>(width, 1)));
  return d;
}

}  // namespace kernel_tests
