// Masks as booleans and as numbers, and laying them over scores.
#include "attention/masks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/loops.hpp"

namespace attention {

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

Result<BoolTensor> make_mask(const Shape& shape, std::string_view argument) {
  if (auto count = element_count(shape, argument); !count) return std::unexpected(count.error());
  BoolTensor mask = BoolTensor::from_shape(shape);
  std::fill(mask.data(), mask.data() + mask.size(), std::uint8_t{0});
  return mask;
}

// may(query, key) for each cell of (T_q, T_k).
template <class May>
Result<BoolTensor> mask_where(std::size_t queries, std::size_t keys, May may) {
  Result<BoolTensor> mask = make_mask({queries, keys}, "queries × keys");
  if (!mask) return mask;
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t j = 0; j < keys; ++j) mask->data()[i * keys + j] = may(i, j) ? 1 : 0;
  }
  return mask;
}

Result<void> check_covers(const Shape& scores, const Shape& mask) {
  const Result<Shape> together = broadcast_shape(scores, mask, "scores", "mask");
  if (together && *together == scores) return {};
  return fail("mask", "mask",
              {"A mask of shape ", describe(mask), " can't be laid over scores ", describe(scores),
               " (…, queries, keys): counted from the last axis, each length must be the same or 1."});
}

}  // namespace

Result<BoolTensor> causal_mask(std::size_t queries, std::size_t keys, std::ptrdiff_t offset) {
  return mask_where(queries, keys, [offset](std::size_t i, std::size_t j) {
    return static_cast<std::ptrdiff_t>(j) <= static_cast<std::ptrdiff_t>(i) + offset;
  });
}

Result<BoolTensor> sliding_window_mask(std::size_t queries, std::size_t keys, std::size_t left, std::size_t right) {
  return mask_where(queries, keys,
                    [=](std::size_t i, std::size_t j) { return j <= i ? i - j <= left : j - i <= right; });
}

Result<BoolTensor> padding_mask(const std::vector<std::size_t>& lengths, std::size_t keys) {
  Result<BoolTensor> mask = make_mask({lengths.size(), 1, keys}, "lengths × keys");
  if (!mask) return mask;
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    if (lengths[b] > keys) {
      return fail("range", joined({"lengths[", b, "]"}),
                  {"Sequence ", b, " can't have ", lengths[b], " valid keys: there are ", keys, "."});
    }
    std::fill_n(mask->data() + b * keys, lengths[b], std::uint8_t{1});
  }
  return mask;
}

Result<BoolTensor> mask_from_matrix(const Tensor& matrix) {
  BoolTensor mask = BoolTensor::from_shape(shape_of(matrix));
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    if (std::isnan(matrix.data()[i])) {
      return fail("not-finite", "matrix" + describe_index(i, shape_of(matrix)),
                  {"matrix", describe_index(i, shape_of(matrix)), " is NaN: neither 0 (masked) nor another number."});
    }
    mask.data()[i] = matrix.data()[i] != 0.0f ? 1 : 0;
  }
  return mask;
}

Result<BoolTensor> both_masks(const BoolTensor& a, const BoolTensor& b) {
  const Result<Shape> shape = broadcast_shape(shape_of(a), shape_of(b), "the first mask", "the second mask");
  if (!shape) return std::unexpected(shape.error());
  Result<BoolTensor> result = make_mask(*shape, "mask");
  if (!result) return result;
  std::uint8_t* to = result->data();
  detail::walk<2>(*shape, {broadcast_steps(shape_of(a), *shape), broadcast_steps(shape_of(b), *shape)},
                  [&](const detail::Offsets<2>& at) { *to++ = a.data()[at[0]] != 0 && b.data()[at[1]] != 0 ? 1 : 0; });
  return result;
}

BoolTensor inverted(const BoolTensor& mask) {
  BoolTensor result = mask;
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = result.data()[i] != 0 ? 0 : 1;
  return result;
}

Tensor to_additive(const BoolTensor& mask) {
  Tensor result = Tensor::from_shape(shape_of(mask));
  for (std::size_t i = 0; i < mask.size(); ++i) result.data()[i] = mask.data()[i] != 0 ? 0.0f : minus_infinity;
  return result;
}

BoolTensor from_additive(const Tensor& mask) {
  BoolTensor result = BoolTensor::from_shape(shape_of(mask));
  for (std::size_t i = 0; i < mask.size(); ++i) result.data()[i] = mask.data()[i] == minus_infinity ? 0 : 1;
  return result;
}

Result<Tensor> apply_mask(const Tensor& scores, const Mask& mask) {
  const Shape shape = shape_of(scores);
  Tensor result = scores;
  float* cell = result.data();
  if (const BoolTensor* may = std::get_if<BoolTensor>(&mask)) {
    if (auto ok = check_covers(shape, shape_of(*may)); !ok) return std::unexpected(ok.error());
    detail::walk<1>(shape, {broadcast_steps(shape_of(*may), shape)}, [&](const detail::Offsets<1>& at) {
      if (may->data()[at[0]] == 0) *cell = minus_infinity;
      ++cell;
    });
  } else if (const Tensor* added = std::get_if<Tensor>(&mask)) {
    if (auto ok = check_covers(shape, shape_of(*added)); !ok) return std::unexpected(ok.error());
    if (auto ok = check_scores(*added, "mask"); !ok) return std::unexpected(ok.error());
    detail::walk<1>(shape, {broadcast_steps(shape_of(*added), shape)}, [&](const detail::Offsets<1>& at) {
      *cell = static_cast<float>(double{*cell} + double{added->data()[at[0]]});
      ++cell;
    });
  }
  return result;
}

Result<BoolTensor> bool_from_values(const Shape& shape, const std::vector<std::uint8_t>& values) {
  Result<BoolTensor> mask = make_mask(shape, "shape");
  if (!mask) return mask;
  if (mask->size() != values.size()) {
    return fail(
        "size", "values",
        {"The shape ", describe(shape), " has ", mask->size(), " cells, but there are ", values.size(), " values."});
  }
  std::copy(values.begin(), values.end(), mask->data());
  return mask;
}

}  // namespace attention
