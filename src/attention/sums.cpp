// The orders of addition. torch.sum works in blocks: a row of eight and more cells as eight lanes, columns in groups of
// 32 (of 4 where there are fewer than 8), and what is left over as four interleaved sums.
#include "attention/sums.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace attention::detail {

namespace {

constexpr std::size_t lanes = 8;        // float32 numbers that the kernels hold together
constexpr std::size_t interleaved = 4;  // such groups that they add side by side

// Cells a step apart.
struct Line {
  const float* first;
  std::size_t count, step;
  float operator[](std::size_t i) const { return first[i * step]; }
};

// Long lines in chunks whose sums are added on levels of their own, so that small cells are not lost in a large sum.
float cascade(const Line& line) {
  constexpr std::size_t levels = 4, shortest_chunk = 4;  // as powers of two
  const std::size_t doublings = line.count < 2 ? 0 : std::bit_width(line.count - 1);
  const std::size_t power = std::max(shortest_chunk, doublings / levels), chunk = std::size_t{1} << power;
  std::array<float, levels> sums{};
  std::size_t i = 0;
  while (i + chunk <= line.count) {
    for (std::size_t end = i + chunk; i < end; ++i) sums[0] += line[i];
    for (std::size_t level = 1; level < levels; ++level) {
      sums[level] += sums[level - 1];
      sums[level - 1] = 0.0f;
      if ((i & ((chunk - 1) << (level * power))) != 0) break;
    }
  }
  for (; i < line.count; ++i) sums[0] += line[i];
  return ((sums[0] + sums[1]) + sums[2]) + sums[3];
}

float interleave(const Line& line) {
  const std::size_t each = line.count / interleaved;
  std::array<float, interleaved> sums;
  for (std::size_t k = 0; k < interleaved; ++k) {
    sums[k] = cascade({line.first + k * line.step, each, interleaved * line.step});
  }
  for (std::size_t i = each * interleaved; i < line.count; ++i) sums[0] += line[i];
  return ((sums[0] + sums[1]) + sums[2]) + sums[3];
}

float sum_row(const Line& row) {
  if (row.count < lanes) return interleave(row);
  const std::size_t each = row.count / lanes;
  float total = 0.0f;
  for (std::size_t i = each * lanes; i < row.count; ++i) total += row[i];
  for (std::size_t lane = 0; lane < lanes; ++lane) total += interleave({row.first + lane, each, lanes});
  return total;
}

}  // namespace

float sum_in_order(std::span<const float> cells) {
  float total = 0.0f;
  for (const float cell : cells) total += cell;
  return total;
}

float sum_in_lanes(std::span<const float> cells) {
  if (cells.size() < lanes) return sum_in_order(cells);
  std::array<float, lanes> sums;
  std::copy_n(cells.begin(), lanes, sums.begin());
  for (std::size_t i = lanes; i < cells.size(); ++i) sums[i % lanes] += cells[i];
  return sum_in_order(sums);
}

float sum_line(const float* data, const AxisView& view, std::size_t outer, std::size_t inner) {
  if (view.length == 0) return 0.0f;  // an empty tensor has no first number to count from
  const Line line{data + outer * view.length * view.inner + inner, view.length, view.inner};
  if (view.inner == 1) return sum_row(line);
  const std::size_t group = view.inner < lanes ? interleaved : interleaved * lanes;
  const bool grouped = inner < view.inner / group * group;
  return grouped ? cascade(line) : interleave(line);
}

}  // namespace attention::detail
