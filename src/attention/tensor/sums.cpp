// The orders of addition. torch.sum works in blocks: a row of eight or more cells as eight lanes, columns in groups of
// 32 (of 4 if there are fewer than 8), and the remainder as four interleaved sums.
#include "attention/tensor/sums.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "attention/tensor/map.hpp"
#include "attention/tensor/shape.hpp"

namespace attention::detail {

namespace {

constexpr std::size_t lanes = 8;        // float32 numbers in a vector of those kernels
constexpr std::size_t interleaved = 4;  // such vectors added side by side

// Long lines are added in chunks on several levels, so that small cells are not lost in a large sum.
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

float sum_in_order(const Line& line) {
  float total = 0.0f;
  for (std::size_t i = 0; i < line.count; ++i) total += line[i];
  return total;
}

float sum_in_lanes(const Line& line) {
  if (line.count < lanes) return sum_in_order(line);
  std::array<float, lanes> sums{};
  for (std::size_t i = 0; i < line.count; ++i) sums[i % lanes] += line[i];
  return sum_in_order({sums.data(), lanes});
}

float norm_sum(const Line& line) {
  const std::size_t whole = line.count / lanes * lanes;
  std::array<float, lanes> sums{};
  for (std::size_t i = 0; i < whole; ++i) sums[i % lanes] += line[i] * line[i];
  float total = sum_in_order({sums.data(), lanes});
  for (std::size_t i = whole; i < line.count; ++i) total += line[i] * line[i];
  return total;
}

float torch_sum(const Line& line) {
  if (line.step == 1) return sum_row(line);
  const std::size_t group = line.step < lanes ? interleaved : interleaved * lanes;
  const bool grouped = line.place < line.step / group * group;
  return grouped ? cascade(line) : interleave(line);
}

Tensor line_sums(const Tensor& x, std::size_t axis, float (*add)(const Line&)) {
  Shape shape = shape_of(x);
  const std::size_t length = std::exchange(shape[axis], 1);
  const std::size_t step = product(Shape(shape.begin() + static_cast<std::ptrdiff_t>(axis), shape.end()));
  Tensor sums = filled(shape, 0.0f);
  if (length == 0) return sums;  // an empty tensor has no first number to start from
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums.data()[i] = add({x.data() + i / step * step * length + i % step, length, step, i % step});
  return sums;
}

}  // namespace attention::detail
