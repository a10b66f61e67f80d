// The peak of a machine with a set of kernels: multiply-adds on numbers in registers.
#pragma once

#include <cstddef>

#include "attention/kernels/simd.hpp"

namespace bench::AE_SET {

namespace vectors = attention::kernels::AE_SET;

constexpr std::size_t sums = 12;  // enough independent sums to hide the latency of a multiply-add
constexpr std::size_t madds_of_round = 4 * sums * vectors::width;

inline float peak(std::size_t rounds, float seed) {
  vectors::Vec all[sums];
  for (std::size_t i = 0; i < sums; ++i) all[i] = vectors::splat(seed + static_cast<float>(i));
  const vectors::Vec a = vectors::splat(0.999f), b = vectors::splat(1e-3f * seed);
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t again = 0; again < 4; ++again)
#pragma GCC unroll 16
      for (std::size_t i = 0; i < sums; ++i) all[i] = vectors::madd(all[i], a, b);
  vectors::Vec total = all[0];
  for (std::size_t i = 1; i < sums; ++i) total = total + all[i];
  return vectors::sum(total);
}

}  // namespace bench::AE_SET
