// One row times a matrix of weights as they are stored: each weight is read once, in the order in which it lies in memory, and
// widened in registers. For single tokens, whose time is that of reading the weights. Compiled with the loops (loops.hpp). Raw
// numbers only; nothing is checked or allocated.
//
// Or both are whole numbers, in blocks of 32 with a factor each: Σ x · w ≈ Σ over blocks of d_x · d_w · Σ q_x · q_w. The sums of
// a block are at most 32 · 127 · 128 in magnitude, so they are exact in 32 bits, and in float32; what is done with them is
// written out in one order and never fused, so that every set of kernels and every engine has the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace models::row_products {

enum class Stored : std::uint8_t { float32, float16, bfloat16 };

// Rows of finite numbers, `step` numbers from one row to the next.
struct Rows {
  Stored type = Stored::float32;
  const void* data = nullptr;
  std::size_t count = 0, step = 0;
};

// y (columns) += Σ x[i] · row i, in the order of the rows: the same bits as loops::add_scaled row by row.
void add_rows(const Rows& rows, const float* x, float* y, std::size_t columns);
// y (rows) += row · x (columns): the same bits as loops::dot.
void add_dots(const Rows& rows, const float* x, float* y, std::size_t columns);

constexpr std::size_t whole_block = 32;
constexpr std::size_t whole_block_bytes = 34;  // of weights, as Q8_0 has them: d in float16, then 32 × q (blocks.hpp)

// x ≈ d · q of `blocks` blocks: d = max |x| / 127, q = x / d to the nearest, halves away from 0. A block
// with a number that is not finite gets a factor that is NaN.
void round_whole(const float* x, float* d, std::int16_t* q, std::size_t blocks);
// The same, as the numbers d · q.
void round_floats(const float* x, float* to, std::size_t blocks);
// y (rows) += row · x of rows of `blocks` blocks, one after the other. A sum of a block is made of four, of q 0, 1, 8, 9, 16 …,
// of 2, 3, 10 …, of 4, 5 … and of 6, 7 …, whose products with d_x · d_w are added up over the blocks, each of the four by itself.
// space: 2 · blocks.
void add_whole_dots(const std::uint8_t* from, const float* d, const std::int16_t* q, std::size_t blocks, float* y,
                    std::size_t rows, float* space);

}  // namespace models::row_products
