// One row times a matrix as it is stored: the same bits as widening the matrix first and going through it row by row.
#include "models/row_products.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "models/loops.hpp"

namespace {

namespace products = models::row_products;
using products::Stored;

// Numbers of every size that half precision has, those below 2⁻¹⁴ included, of both signs; none is infinite.
std::vector<std::uint16_t> finite_halves(std::size_t count, Stored type) {
  std::vector<std::uint16_t> all;
  const std::uint32_t exponent = type == Stored::float16 ? 0x7c00u : 0x7f80u;
  for (std::uint32_t state = 12345; all.size() < count; state = state * 1664525u + 1013904223u) {
    const auto half = static_cast<std::uint16_t>(state >> 16);
    if ((half & exponent) == exponent) continue;
    // Brain floats from 2⁻³¹ to 2³²: their products stay within float32.
    all.push_back(type == Stored::float16 ? half : static_cast<std::uint16_t>((half & 0x8fffu) | 0x3000u));
  }
  return all;
}

struct Stack {
  std::vector<float> wide;  // (rows, step)
  std::vector<std::uint16_t> halves;
  const void* data = nullptr;
};

Stack stack(Stored type, std::size_t count) {
  Stack made;
  made.wide.resize(count);
  made.halves = finite_halves(count, type == Stored::float32 ? Stored::float16 : type);
  if (type == Stored::bfloat16) models::loops::widen_bfloat16(made.halves.data(), made.wide.data(), count);
  else models::loops::widen_float16(made.halves.data(), made.wide.data(), count);
  made.data = type == Stored::float32 ? static_cast<const void*>(made.wide.data()) : made.halves.data();
  return made;
}

TEST_CASE("one row times a matrix as it is stored has the bits of the widened matrix, row by row") {
  for (const Stored type : {Stored::float32, Stored::float16, Stored::bfloat16})
    for (const std::size_t rows : {1, 2, 3, 4, 7, 12})
      for (const std::size_t columns : {1, 3, 4, 16, 31, 48, 70}) {
        const std::size_t step = columns + 5;
        const Stack matrix = stack(type, rows * step);
        const products::Rows given{type, matrix.data, rows, step};
        std::vector<float> x(rows + columns);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(static_cast<int>(i * 37 % 23) - 11) * 0.3f;

        std::vector<float> dots(rows, 0.25f), wanted_dots = dots, sums(columns, -0.5f), wanted_sums = sums;
        products::add_dots(given, x.data(), dots.data(), columns);
        products::add_rows(given, x.data(), sums.data(), columns);
        for (std::size_t row = 0; row < rows; ++row) {
          const float* const wide = matrix.wide.data() + row * step;
          wanted_dots[row] += models::loops::dot(wide, x.data(), columns);
          models::loops::add_scaled(wide, x[row], wanted_sums.data(), columns);
        }
        CAPTURE(rows);
        CAPTURE(columns);
        CHECK(dots == wanted_dots);
        CHECK(sums == wanted_sums);
      }
}

}  // namespace
