// The matrix product, cut into blocks that fit the caches: b in panels, a in blocks of rows, tile by tile.
#pragma once

#include "attention/kernels/tile.hpp"

namespace attention::kernels::AE_SET {

constexpr std::size_t inner_block = 256;                                         // of the inner axis: sums are
                                                                                 // added up block by block
constexpr std::size_t row_block = (96 + tile_rows - 1) / tile_rows * tile_rows;  // rows of a
constexpr std::size_t column_block = 1024;                                       // columns of b

inline std::size_t gemm_space(const Product& p) {
  const std::size_t inner = least(p.k, inner_block);
  return inner * (padded(least(p.n, column_block), tile_columns) + row_block) + tile_rows * tile_columns;
}

// The tile at (i, j) of c, from packed a and b. A tile that extends beyond c is computed in a buffer.
inline void gemm_tile(const Product& p, std::size_t i, std::size_t j, const float* a, const float* b, std::size_t inner,
                      bool first, float* beside) {
  float* c = p.c + i * p.c_step + j;
  const std::size_t rows = least(tile_rows, p.m - i), columns = least(tile_columns, p.n - j);
  const bool whole = rows == tile_rows && columns == tile_columns;
  multiply_tile<1, tile_rows>(a, b, inner, whole ? c : beside, whole ? p.c_step : tile_columns, whole && !first);
  if (whole && !(first && p.bias)) return;
  for (std::size_t r = 0; r < rows; ++r) {
    float* to = c + r * p.c_step;
    for (std::size_t x = 0; x < columns; ++x) {
      const float sum = whole ? to[x] : beside[r * tile_columns + x];
      to[x] = !first ? to[x] + sum : p.bias ? sum + p.bias[j + x] : sum;
    }
  }
}

inline void gemm(const Product& p, float* space) {
  if (p.k == 0 && !p.add) {
    for (std::size_t i = 0; i < p.m; ++i)
      for (std::size_t j = 0; j < p.n; ++j) p.c[i * p.c_step + j] = p.bias ? p.bias[j] : 0.0f;
  }
  for (std::size_t column = 0; column < p.n; column += column_block) {
    const std::size_t columns = least(column_block, p.n - column);
    for (std::size_t k = 0; k < p.k; k += inner_block) {
      const std::size_t inner = least(inner_block, p.k - k);
      float* packed_b = space;
      float* packed_a = packed_b + inner * padded(columns, tile_columns);
      float* beside = packed_a + inner * row_block;
      if (p.b_transposed) {
        pack_rows<tile_columns>({p.b.row(column) + k, p.b.step}, columns, inner, 1.0f, packed_b);
      } else {
        pack_columns<tile_columns>({p.b.row(k) + column, p.b.step}, inner, columns, packed_b);
      }
      for (std::size_t row = 0; row < p.m; row += row_block) {
        const std::size_t rows = least(row_block, p.m - row);
        if (p.a_transposed) {
          pack_columns<tile_rows>({p.a.row(k) + row, p.a.step}, inner, rows, packed_a);
        } else {
          pack_rows<tile_rows>({p.a.row(row) + k, p.a.step}, rows, inner, 1.0f, packed_a);
        }
        for (std::size_t j = 0; j < columns; j += tile_columns)
          for (std::size_t i = 0; i < rows; i += tile_rows)
            gemm_tile(p, row + i, column + j, packed_a + i * inner, packed_b + j * inner, inner, k == 0 && !p.add,
                      beside);
      }
    }
  }
}

}  // namespace attention::kernels::AE_SET
