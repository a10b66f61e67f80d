// Shapes in words, and the checks at the start of every public function.
#include "attention/tensor/shape.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>

#include "attention/tensor/map.hpp"

namespace attention {

std::string describe(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + ")";
}

std::string describe(const TensorView& t) { return describe(shape_of(t)); }

std::string describe_index(std::size_t flat, const Shape& shape) {
  std::vector<std::size_t> index(shape.size(), 0);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] == 0) continue;
    index[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  std::string text = "[";
  for (std::size_t i = 0; i < index.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(index[i]);
  }
  return text + "]";
}

Result<std::size_t> element_count(const Shape& shape, std::string_view argument) {
  std::size_t count = 1;
  for (std::size_t length : shape) {
    if (length != 0 && count > max_elements / length) {
      // A later axis of length 0 would make the tensor empty after all.
      if (std::find(shape.begin(), shape.end(), std::size_t{0}) != shape.end()) return std::size_t{0};
      return fail("size", argument,
                  {argument, " of shape ", describe(shape), " would hold more than ", max_elements,
                   " numbers. Choose smaller sizes."});
    }
    count *= length;
  }
  return count;
}

Result<Tensor> make_zeros(const Shape& shape, std::string_view argument) {
  if (Result<std::size_t> count = element_count(shape, argument); !count) return std::unexpected(count.error());
  Tensor result = Tensor::from_shape(shape);
  result.fill(0.0f);
  return result;
}

Result<std::size_t> resolve_axis(int axis, std::size_t rank, std::string_view argument) {
  const long long count = static_cast<long long>(rank);
  const long long place = axis < 0 ? axis + count : axis;
  if (place >= 0 && place < count) return static_cast<std::size_t>(place);
  std::string message = joined({argument, " has ", rank, (rank == 1 ? " axis" : " axes")});
  message += rank == 0 ? "; there is no axis to work along."
                       : joined({", so the axis must be ", -count, " to ", count - 1, ", not ", axis, "."});
  return fail("axis", argument, message);
}

Result<Shape> broadcast_shape(const Shape& a, const Shape& b, std::string_view name_a, std::string_view name_b) {
  const std::size_t rank = std::max(a.size(), b.size());
  Shape shape(rank, 1);
  for (std::size_t back = 1; back <= rank; ++back) {
    const std::size_t length_a = back <= a.size() ? a[a.size() - back] : 1;
    const std::size_t length_b = back <= b.size() ? b[b.size() - back] : 1;
    if (length_a != length_b && length_a != 1 && length_b != 1) {
      const std::string axis = joined({"axis -", back});
      return fail("shape", joined({name_b, ", ", axis}),
                  {name_a, " ", describe(a), " and ", name_b, " ", describe(b), " don't fit: along ", axis,
                   " they have ", length_a, " and ", length_b, ". They must be equal, or one of them 1."});
    }
    shape[rank - back] = length_a == 1 ? length_b : length_a;
  }
  return shape;
}

namespace {

std::unexpected<Error> wrong_rank(const TensorView& t, const std::string& wanted, std::string_view argument,
                                  std::string_view meaning) {
  return fail("rank", argument,
              {argument, " must have ", wanted, ", ", meaning, ", but its shape is ", describe(t), "."});
}

std::string axes(std::size_t count) { return joined({count, (count == 1 ? " axis" : " axes")}); }

// Whether every number is finite, by its exponent: all ones mean infinity or NaN.
bool all_finite(const TensorView& t) {
  constexpr std::uint32_t exponent = 0x7f800000u;
  std::uint32_t largest = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    largest = std::max(largest, std::bit_cast<std::uint32_t>(t.data()[i]) & exponent);
  }
  return largest < exponent;
}

template <class Allowed>
Result<void> check_each(const TensorView& t, std::string_view argument, std::string_view wanted, Allowed allowed) {
  if (all_finite(t)) return {};
  for (std::size_t i = 0; i < t.size(); ++i) {
    const float value = t.data()[i];
    if (allowed(value)) continue;
    const std::string what = std::isnan(value) ? "NaN (not a number)" : value > 0 ? "+infinity" : "-infinity";
    const std::string cell = joined({argument, describe_index(i, shape_of(t))});
    return fail("not-finite", cell, {cell, " is ", what, ". Every cell must be ", wanted, " (indices count from 0)."});
  }
  return {};
}

}  // namespace

Result<void> check_rank(const TensorView& t, std::size_t rank, std::string_view argument, std::string_view meaning) {
  if (t.dimension() == rank) return {};
  return wrong_rank(t, axes(rank), argument, meaning);
}

Result<void> check_min_rank(const TensorView& t, std::size_t rank, std::string_view argument,
                            std::string_view meaning) {
  if (t.dimension() >= rank) return {};
  return wrong_rank(t, "at least " + axes(rank), argument, meaning);
}

Result<void> check_shape(const TensorView& t, const Shape& wanted, std::string_view argument,
                         std::string_view meaning) {
  if (shape_of(t) == wanted) return {};
  return fail("shape", argument,
              {argument, " must have the shape ", describe(wanted), ", ", meaning, ", but has ", describe(t), "."});
}

Result<void> check_finite(const TensorView& t, std::string_view argument) {
  return check_each(t, argument, "a finite number", [](float value) { return std::isfinite(value); });
}

Result<void> check_scores(const TensorView& t, std::string_view argument) {
  return check_each(t, argument, "a finite number, or -infinity where it is masked",
                    [](float value) { return std::isfinite(value) || (std::isinf(value) && value < 0); });
}

std::size_t product(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

Shape leading(const Shape& shape, std::size_t kept) {
  return Shape(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(kept));
}

std::vector<std::size_t> stretched(const Shape& own, const Shape& batch) {
  Doubles numbers = count_up(product(own));  // 0 1 2 …, in the order of the matrices
  numbers.reshape(own);
  const Doubles nothing(Doubles::shape_type(batch.begin(), batch.end()), 0.0);
  const Doubles laid = numbers + nothing;  // broadcast to the batch
  return {laid.begin(), laid.end()};
}

}  // namespace attention
