// Sorting and counting: the part of tensor_functions.hpp that compares numbers.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

Result<Tensor> argsort(const Tensor& x, int axis, bool descending) {
  const Result<Tensor> lines = attention::transpose(x, axis, -1);  // (…, n)
  if (!lines) return lines;
  const auto before = [descending](float a, float b) {
    if (descending) std::swap(a, b);
    return std::isnan(b) ? !std::isnan(a) : a < b;  // NaN counts as the largest
  };
  Tensor places = filled(shape_of(*lines), 0.0f);
  const std::size_t length = places.shape().back();
  for (std::size_t first = 0; first < places.size(); first += length) {
    const float* const line = lines->data() + first;
    std::vector<std::size_t> order(length);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return before(line[a], line[b]); });
    std::ranges::transform(order, places.data() + first, [](std::size_t place) { return static_cast<float>(place); });
  }
  return attention::transpose(places, axis, -1);
}

std::optional<std::size_t> histc_bin(double value, std::size_t bins, double min, double max) {
  const bool inside = value >= min && value <= max;
  if (!inside) return std::nullopt;
  const auto bin = static_cast<std::size_t>((value - min) / (max - min) * static_cast<double>(bins));
  return std::min(bin, bins - 1);
}

Result<Tensor> histc(const Tensor& x, std::size_t bins, double min, double max) {
  if (bins == 0) return fail("range", "bins", "There must be at least one bin.");
  if (!(min < max)) return fail("range", "max", "The right end of the bins must be larger than the left one.");
  Result<Tensor> counts = make_zeros({bins}, "bins");
  if (!counts) return counts;
  for (const float value : x)
    if (const std::optional<std::size_t> bin = histc_bin(double{value}, bins, min, max)) counts->data()[*bin] += 1.0f;
  return counts;
}

}  // namespace attention
