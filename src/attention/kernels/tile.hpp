// The core of every kernel: a tile of tile_rows × tile_columns sums held in registers while looping over the inner
// axis, and the packing of its inputs in the order in which they are read.
#pragma once

#include <type_traits>

#include "attention/kernels/kernels.hpp"
#include "attention/kernels/simd.hpp"

namespace attention::kernels::AE_SET {

// As many sums as fit in registers beside one row of b and one number of a.
#if AE_WIDTH == 16
constexpr std::size_t tile_rows = 12, tile_vectors = 2;  // of 32 registers
#elif AE_WIDTH == 8
constexpr std::size_t tile_rows = 6, tile_vectors = 2;  // of 16
#elif defined(__wasm_relaxed_simd__)
constexpr std::size_t tile_rows = 6, tile_vectors = 2;  // of 16, one of which browsers reserve
#elif AE_WIDTH == 4
constexpr std::size_t tile_rows = 4, tile_vectors = 2;  // a separate product needs one more
#else
constexpr std::size_t tile_rows = 4, tile_vectors = 2;
#endif
constexpr std::size_t tile_columns = tile_vectors * width;

// Unrolled steps of the inner axis. One in wasm: with several, LLVM computes each sum over all steps in turn, and the
// loaded numbers no longer fit into the registers.
constexpr std::size_t steps = width > 4 ? 4 : 1;

inline std::size_t least(std::size_t a, std::size_t b) { return a < b ? a : b; }
inline std::size_t padded(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

template <std::size_t row_step, std::size_t inner_step>
inline void add_products(Vec (&sums)[tile_rows][tile_vectors], const float* a, const float* b) {
  Vec row[tile_vectors];
#pragma GCC unroll 4
  for (std::size_t j = 0; j < tile_vectors; ++j) row[j] = load(b + j * width);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < tile_rows; ++i) {
    const Vec number = splat_from(a + i * row_step);
#pragma GCC unroll 4
    for (std::size_t j = 0; j < tile_vectors; ++j) sums[i][j] = madd(number, row[j], sums[i][j]);
  }
}

// c (tile_rows, tile_columns) = a · b, or += if `add`. Cell (i, k) of a lies at i · row_step + k · inner_step; b is a
// panel (inner, tile_columns).
template <std::size_t row_step, std::size_t inner_step>
inline void multiply_tile(const float* a, const float* b, std::size_t inner, float* c, std::size_t c_step, bool add) {
  Vec sums[tile_rows][tile_vectors];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < tile_rows; ++i)
#pragma GCC unroll 4
    for (std::size_t j = 0; j < tile_vectors; ++j) sums[i][j] = Vec{};
  std::size_t k = 0;
  if constexpr (steps > 1) {
    for (; k + steps <= inner; k += steps) {
#pragma GCC unroll 4
      for (std::size_t u = 0; u < steps; ++u)
        add_products<row_step, inner_step>(sums, a + u * inner_step, b + u * tile_columns);
      a += steps * inner_step;
      b += steps * tile_columns;
    }
  }
  for (; k < inner; ++k) {
    add_products<row_step, inner_step>(sums, a, b);
    a += inner_step;
    b += tile_columns;
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < tile_rows; ++i)
#pragma GCC unroll 4
    for (std::size_t j = 0; j < tile_vectors; ++j) {
      float* to = c + i * c_step + j * width;
      store(to, add ? load(to) + sums[i][j] : sums[i][j]);
    }
}

// from (inner, columns) → panels of `together` columns, (inner, together) each, padded with zeros.
template <std::size_t together>
[[gnu::noinline]] inline void pack_columns(const Rows& from, std::size_t inner, std::size_t columns, float* to) {
#if AE_WIDTH > 1
  using Part = std::conditional_t<together % width == 0, Vec, Quad>;
#else
  using Part = Vec;
#endif
  constexpr std::size_t part = sizeof(Part) / sizeof(float);
  for (std::size_t first = 0; first < columns; first += together) {
    const std::size_t count = least(together, columns - first);
    for (std::size_t k = 0; k < inner; ++k, to += together) {
      const float* row = from.row(k) + first;
      if (count == together) {
#pragma GCC unroll 4
        for (std::size_t j = 0; j < together; j += part) {
          const std::size_t at = least(j, together - part);  // the last one may overlap
          __builtin_memcpy(to + at, row + at, sizeof(Part));
        }
      } else {
        for (std::size_t j = 0; j < together; ++j) to[j] = j < count ? row[j] : 0.0f;
      }
    }
  }
}

// from (rows, inner) → blocks of `together` rows, (inner, together) each, times `factor`, padded with zeros.
template <std::size_t together>
[[gnu::noinline]] inline void pack_rows(const Rows& from, std::size_t rows, std::size_t inner, float factor,
                                        float* to) {
  for (std::size_t first = 0; first < rows; first += together, to += inner * together) {
    std::size_t r = 0;
#if AE_WIDTH > 1
    const std::size_t here = least(together, rows - first);
    while (here >= 4 && r < here) {
      r = least(r, here - 4);  // the last four may overlap
      std::size_t k = 0;
      for (; k + 4 <= inner; k += 4)
        mirror_quads(from.row(first + r) + k, from.step, factor, to + k * together + r, together);
      for (; k < inner; ++k)
        for (std::size_t x = r; x < r + 4; ++x) to[k * together + x] = from.row(first + x)[k] * factor;
      r += 4;
    }
#endif
    for (; r < together; ++r) {
      const bool there = first + r < rows;
      const float* row = there ? from.row(first + r) : nullptr;
      for (std::size_t k = 0; k < inner; ++k) to[k * together + r] = there ? row[k] * factor : 0.0f;
    }
  }
}

}  // namespace attention::kernels::AE_SET
