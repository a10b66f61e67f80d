// One row times a matrix as it is stored: the same bits as widening the matrix first and going through it row by row.
#include "models/row_products.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
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

// IEEE 754 binary16, by its definition; finite.
double finite_half(std::uint16_t half) {
  const int exponent = half >> 10 & 31, fraction = half & 1023;
  const double size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return half >> 15 ? -size : size;
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

// Blocks of Q8_0 whose factors and whole numbers have every size and sign; −128, which only files hold, too.
std::vector<std::uint8_t> whole_blocks(std::size_t blocks) {
  std::vector<std::uint8_t> bytes;
  const std::vector<std::uint16_t> halves = finite_halves(blocks, Stored::float16);
  std::uint32_t state = 99;
  for (const std::uint16_t half : halves) {
    bytes.push_back(static_cast<std::uint8_t>(half & 255));
    bytes.push_back(static_cast<std::uint8_t>(half >> 8));
    for (std::size_t i = 0; i < products::whole_block; ++i, state = state * 1664525u + 1013904223u)
      bytes.push_back(static_cast<std::uint8_t>(state >> 24));
  }
  return bytes;
}

TEST_CASE("products of whole numbers are the exact sums of each block, times its factors") {
  for (const std::size_t rows : {1, 2, 5})
    for (const std::size_t blocks : {1, 3, 24}) {
      const std::vector<std::uint8_t> bytes = whole_blocks(rows * blocks);
      std::vector<float> x(blocks * products::whole_block), d(blocks), space(2 * blocks), y(rows, 0.5f);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(static_cast<float>(i * i)) * static_cast<float>(i % 7);
      std::vector<std::int16_t> q(x.size());
      products::round_whole(x.data(), d.data(), q.data(), blocks);
      products::add_whole_dots(bytes.data(), d.data(), q.data(), blocks, y.data(), rows, space.data());
      for (std::size_t row = 0; row < rows; ++row) {
        float sums[4] = {};
        double exact = 0.0, size = 0.0;
        for (std::size_t block = 0; block < blocks; ++block) {
          const std::uint8_t* const at = bytes.data() + (row * blocks + block) * products::whole_block_bytes;
          const auto weight = static_cast<float>(finite_half(static_cast<std::uint16_t>(at[0] | at[1] << 8)));
          std::int64_t parts[4] = {};
          for (std::size_t i = 0; i < products::whole_block; ++i)
            parts[i % 8 / 2] +=
                std::int64_t{static_cast<std::int8_t>(at[2 + i])} * q[block * products::whole_block + i];
          for (std::size_t part = 0; part < 4; ++part) {
            sums[part] += static_cast<float>(parts[part]) * (weight * d[block]);
            exact += static_cast<double>(parts[part]) * weight * d[block];
            size += std::abs(static_cast<double>(parts[part]) * weight * d[block]);
          }
        }
        CHECK(y[row] == 0.5f + (((sums[0] + sums[1]) + sums[2]) + sums[3]));
        CHECK(std::abs(static_cast<double>(y[row]) - 0.5 - exact) <= 1e-6 * (size + 1.0));
      }
    }
}

TEST_CASE("what is multiplied is rounded to the nearest of 255 numbers of its block") {
  constexpr std::size_t blocks = 40, count = blocks * products::whole_block;
  std::vector<float> x(count), d(blocks), rounded(count);
  for (std::size_t i = 0; i < count; ++i)
    x[i] = std::sin(static_cast<float>(i)) * std::ldexp(1.0f, static_cast<int>(i / products::whole_block) * 6 - 120);
  std::fill_n(x.begin(), products::whole_block, 0.0f);
  x[70] = -1e-39f;
  std::vector<std::int16_t> q(count);
  products::round_whole(x.data(), d.data(), q.data(), blocks);
  products::round_floats(x.data(), rounded.data(), blocks);
  for (std::size_t block = 2; block < blocks; ++block) {
    const auto first = x.begin() + static_cast<std::ptrdiff_t>(block * products::whole_block);
    const float largest = std::abs(*std::max_element(first, first + products::whole_block,
                                                     [](float a, float b) { return std::abs(a) < std::abs(b); }));
    CHECK(d[block] == largest / 127.0f);
    for (std::size_t i = block * products::whole_block; i < (block + 1) * products::whole_block; ++i) {
      CHECK(std::abs(double{x[i]} - double{d[block]} * q[i]) <= 0.50001 * double{d[block]});
      CHECK(std::abs(q[i]) <= 127);
      CHECK(rounded[i] == d[block] * static_cast<float>(q[i]));
    }
  }
  CHECK(std::all_of(rounded.begin(), rounded.begin() + products::whole_block, [](float one) { return one == 0.0f; }));

  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    x[count - 1] = bad;
    products::round_whole(x.data(), d.data(), q.data(), blocks);
    products::round_floats(x.data(), rounded.data(), blocks);
    CHECK(std::isnan(d[blocks - 1]));
    CHECK(std::isnan(rounded[count - 2]));
    CHECK(q[count - 1] == 0);
    CHECK(d[blocks - 2] > 0.0f);
  }
}

}  // namespace
