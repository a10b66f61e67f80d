// One row times a matrix of weights as they are stored: each weight is read once, in the order in which it lies in memory, and
// widened in registers. For single tokens, whose time is that of reading the weights. Compiled with the loops (loops.hpp). Raw
// numbers only; nothing is checked or allocated.
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

}  // namespace models::row_products
