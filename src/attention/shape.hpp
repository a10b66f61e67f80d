// Shapes in words and the checks that every public function begins with. Numbers are kept by one rule everywhere:
// matrix products, sums and softmax add in float32, in the order of PyTorch's plain CPU path (sums.hpp), everything else
// is taken in double and rounded once, where it is stored as float32. So results do not depend on the order a compiler
// picks, native and wasm builds agree, and PyTorch prints the same last digit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "attention/error.hpp"
#include "attention/tensor.hpp"

namespace attention {

// No tensor of the core may hold more elements than this (1 GiB of float32).
inline constexpr std::size_t max_elements = std::size_t{1} << 28;

// "(2, 3, 4)"; "()" for a single number.
std::string describe(const Shape& shape);
std::string describe(const Tensor& t);

// The number of elements. Error "size" beyond max_elements.
Result<std::size_t> element_count(const Shape& shape, std::string_view argument);

// Zeros of the shape, Error "size" beyond max_elements.
Result<Tensor> make_zeros(const Shape& shape, std::string_view argument);

// Axis in 0 … rank-1, counted from the end if negative, as in PyTorch. Error "axis" names the argument.
Result<std::size_t> resolve_axis(int axis, std::size_t rank, std::string_view argument);

// The common shape of two operands under NumPy's rules: compared from the last axis, 1 stretches. Error "shape".
Result<Shape> broadcast_shape(const Shape& a, const Shape& b, std::string_view name_a, std::string_view name_b);

// Errors "rank", "shape" and "not-finite", for use as: if (auto bad = check_rank(...); !bad) return …
Result<void> check_rank(const Tensor& t, std::size_t rank, std::string_view argument, std::string_view meaning);
Result<void> check_min_rank(const Tensor& t, std::size_t rank, std::string_view argument, std::string_view meaning);
Result<void> check_shape(const Tensor& t, const Shape& wanted, std::string_view argument, std::string_view meaning);
Result<void> check_finite(const Tensor& t, std::string_view argument);

// Like check_finite, but lets −∞ pass: scores may hold it as a mask.
Result<void> check_scores(const Tensor& t, std::string_view argument);

// The index of a flat position, "[1, 0, 3]", for messages.
std::string describe_index(std::size_t flat, const Shape& shape);

// Steps in memory for each axis of a row-major tensor that is read as if it had the (broadcast) shape `as`:
// 0 where it is stretched.
std::vector<std::size_t> broadcast_steps(const Shape& own, const Shape& as);

}  // namespace attention
