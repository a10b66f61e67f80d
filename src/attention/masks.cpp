// Masks as booleans and as numbers, and applying them to scores.
#include "attention/masks.hpp"

#include <algorithm>
#include <cmath>

#include <xtensor/core/xmath.hpp>

#include "attention/tensor/map.hpp"

namespace attention {

namespace {

bool at_most(double a, double b) { return a <= b; }
bool below(double a, double b) { return a < b; }
bool differ(double a, double b) { return a != b; }

Result<void> check_covers(const Shape& scores, const Shape& mask) {
  const Result<Shape> together = broadcast_shape(scores, mask, "scores", "mask");
  if (together && *together == scores) return {};
  return fail("mask", "mask",
              {"A mask of shape ", describe(mask), " can't be laid over scores ", describe(scores),
               " (…, queries, keys): counted from the last axis, each length must be the same or 1."});
}

}  // namespace

Result<BoolTensor> band_mask(std::size_t queries, std::size_t keys, std::ptrdiff_t low, std::ptrdiff_t high) {
  if (auto count = element_count({queries, keys}, "queries × keys"); !count) return std::unexpected(count.error());
  const Doubles query = column(queries), key = count_up(keys);  // (T_q, 1), (T_k)
  const Doubles first = query + static_cast<double>(low);
  const Doubles last = query + static_cast<double>(high);
  return both_masks(compare(at_most, first, key), compare(at_most, key, last));  // (T_q, T_k)
}

Result<BoolTensor> causal_mask(std::size_t queries, std::size_t keys, std::ptrdiff_t offset) {
  if (auto count = element_count({queries, keys}, "queries × keys"); !count) return std::unexpected(count.error());
  const Doubles last = column(queries) + static_cast<double>(offset);  // (T_q, 1)
  return compare(at_most, count_up(keys), last);                       // (T_q, T_k)
}

Result<BoolTensor> sliding_window_mask(std::size_t queries, std::size_t keys, std::size_t left, std::size_t right) {
  // No key is further away than there are tokens, so the signed numbers cannot overflow.
  return band_mask(queries, keys, -static_cast<std::ptrdiff_t>(std::min(left, queries)),
                   static_cast<std::ptrdiff_t>(std::min(right, keys)));
}

Result<BoolTensor> padding_mask(const std::vector<std::size_t>& lengths, std::size_t keys) {
  if (auto count = element_count({lengths.size(), 1, keys}, "lengths × keys"); !count)
    return std::unexpected(count.error());
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    if (lengths[b] > keys) {
      return fail("range", joined({"lengths[", b, "]"}),
                  {"Sequence ", b, " can't have ", lengths[b], " valid keys: there are ", keys, "."});
    }
  }
  Doubles valid = Doubles::from_shape({lengths.size(), 1, 1});  // (B, 1, 1)
  std::ranges::copy(lengths, valid.begin());
  return compare(below, count_up(keys), valid);  // (B, 1, T_k)
}

Result<BoolTensor> mask_from_matrix(const Tensor& matrix) {
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    if (!std::isnan(matrix.data()[i])) continue;
    const std::string cell = "matrix" + describe_index(i, shape_of(matrix));
    return fail("not-finite", cell, {cell, " is NaN: neither 0 (masked) nor another number."});
  }
  return compare(differ, widened(matrix), wide_scalar(0.0));
}

Result<BoolTensor> both_masks(const BoolTensor& a, const BoolTensor& b) {
  const Result<Shape> shape = broadcast_shape(shape_of(a), shape_of(b), "the first mask", "the second mask");
  if (!shape) return std::unexpected(shape.error());
  if (auto count = element_count(*shape, "mask"); !count) return std::unexpected(count.error());
  return BoolTensor(a && b);
}

BoolTensor inverted(const BoolTensor& mask) { return BoolTensor(!mask); }

Tensor to_additive(const BoolTensor& mask) { return attention::where(mask, scalar(0.0f), scalar(minus_infinity)); }

BoolTensor from_additive(const Tensor& mask) { return compare(differ, widened(mask), wide_scalar(minus_infinity)); }

Result<void> check_mask(const Mask& mask, const Shape& scores) {
  if (const BoolTensor* may = std::get_if<BoolTensor>(&mask)) return check_covers(scores, shape_of(*may));
  const Tensor* added = std::get_if<Tensor>(&mask);
  if (!added) return {};
  if (auto ok = check_covers(scores, shape_of(*added)); !ok) return ok;
  return check_scores(*added, "mask");
}

Result<Tensor> apply_mask(const Tensor& scores, const Mask& mask) {
  if (auto ok = check_mask(mask, shape_of(scores)); !ok) return std::unexpected(ok.error());
  if (const BoolTensor* may = std::get_if<BoolTensor>(&mask)) {
    return attention::where(*may, scores, scalar(minus_infinity));
  }
  if (const Tensor* added = std::get_if<Tensor>(&mask)) return scores + *added;
  return scores;
}

Result<BoolTensor> bool_from_values(const Shape& shape, const std::vector<std::uint8_t>& values) {
  const Result<std::size_t> count = element_count(shape, "shape");
  if (!count) return std::unexpected(count.error());
  if (*count != values.size()) {
    return fail("size", "values",
                {"The shape ", describe(shape), " has ", *count, " cells, but there are ", values.size(), " values."});
  }
  BoolTensor result = BoolTensor::from_shape(shape);
  std::ranges::copy(values, result.begin());
  return result;
}

}  // namespace attention
