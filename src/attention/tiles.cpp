// Merging the sums of tiles; see tiles.hpp.
#include "attention/tiles.hpp"

#include <cmath>
#include <vector>

#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

float larger_cell(float a, float b) { return b > a || std::isnan(b) ? b : a; }

}  // namespace

Result<Tensor> maximum(const Tensor& a, const Tensor& b) {
  const Result<Shape> shape = broadcast_shape(shape_of(a), shape_of(b), "a", "b");
  if (!shape) return std::unexpected(shape.error());
  return map(larger_cell, a, b);
}

Result<Tensor> cummax(const Tensor& x, int axis) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  if (x.size() == 0) return x;
  std::vector<Tensor> so_far;
  for (std::size_t n = 0; n < x.shape()[*place]; ++n) {
    const Tensor own = *attention::select(x, axis, static_cast<long long>(n));
    so_far.push_back(n == 0 ? own : *attention::maximum(so_far.back(), own));
  }
  return attention::stack(so_far, static_cast<int>(*place));
}

Result<Tensor> merge_sums(const Tensor& a, const Tensor& max_a, const Tensor& b, const Tensor& max_b) {
  const Result<Tensor> most = attention::maximum(max_a, max_b);
  if (!most) return most;
  const Result<Tensor> first = attention::multiply(a, attention::exp(*attention::subtract(max_a, *most)));
  if (!first) return first;
  const Result<Tensor> second = attention::multiply(b, attention::exp(*attention::subtract(max_b, *most)));
  if (!second) return second;
  return attention::add(*first, *second);
}

Result<Tensor> running_merge(const Tensor& x, const Tensor& maxima, int axis) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  bool fits = maxima.dimension() == x.dimension() && maxima.shape()[*place] == x.shape()[*place];
  for (std::size_t i = 0; fits && i < x.dimension(); ++i)
    fits = maxima.shape()[i] == x.shape()[i] || maxima.shape()[i] == 1;
  if (!fits)
    return fail("shape", "maxima",
                {"maxima must have the rank of x ", describe(x), ", its length along axis ", *place,
                 ", and elsewhere its length or 1, not ", describe(maxima), "."});
  if (x.size() == 0) return x;
  std::vector<Tensor> so_far;
  Tensor most;
  for (std::size_t n = 0; n < x.shape()[*place]; ++n) {
    const Tensor own = *attention::select(x, axis, static_cast<long long>(n));
    const Tensor own_most = *attention::select(maxima, axis, static_cast<long long>(n));
    so_far.push_back(n == 0 ? own : *attention::merge_sums(so_far.back(), most, own, own_most));
    most = n == 0 ? own_most : *attention::maximum(most, own_most);
  }
  return attention::stack(so_far, static_cast<int>(*place));
}

}  // namespace attention
