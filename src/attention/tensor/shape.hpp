// Shapes in words and the checks at the start of every public function. Rounding follows one rule everywhere: matrix
// products, sums and softmax add in float32, in the order of PyTorch's plain CPU path (sums.hpp); + − × ÷ are plain
// float32; other functions are computed in double and rounded once. So results do not depend on the compiler's order,
// native and wasm builds agree, and PyTorch prints the same last digit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "attention/tensor/error.hpp"
#include "attention/tensor/tensor.hpp"

namespace attention {

// No tensor of the core may hold more elements than this (1 GiB of float32).
inline constexpr std::size_t max_elements = std::size_t{1} << 28;

// "(2, 3, 4)"; "()" for a single number.
std::string describe(const Shape& shape);
std::string describe(const TensorView& t);

// The number of elements. Error "size" beyond max_elements.
Result<std::size_t> element_count(const Shape& shape, std::string_view argument);

// Zeros of the shape, Error "size" beyond max_elements.
Result<Tensor> make_zeros(const Shape& shape, std::string_view argument);

// Axis in 0 … rank-1, counted from the end if negative, as in PyTorch. Error "axis" names the argument.
Result<std::size_t> resolve_axis(int axis, std::size_t rank, std::string_view argument);

// The common shape of two operands under NumPy's rules: compared from the last axis, 1 is stretched. Error "shape".
Result<Shape> broadcast_shape(const Shape& a, const Shape& b, std::string_view name_a, std::string_view name_b);

// Errors "rank", "shape" and "not-finite", for use as: if (auto bad = check_rank(...); !bad) return …
Result<void> check_rank(const TensorView& t, std::size_t rank, std::string_view argument, std::string_view meaning);
Result<void> check_min_rank(const TensorView& t, std::size_t rank, std::string_view argument, std::string_view meaning);
Result<void> check_shape(const TensorView& t, const Shape& wanted, std::string_view argument, std::string_view meaning);
Result<void> check_finite(const TensorView& t, std::string_view argument);

// Like check_finite, but lets −∞ pass: scores may hold it as a mask.
Result<void> check_scores(const TensorView& t, std::string_view argument);

// The index of a flat position, "[1, 0, 3]", for messages.
std::string describe_index(std::size_t flat, const Shape& shape);

// How many cells a shape has, for shapes already checked.
std::size_t product(const Shape& shape);

// Everything before the last `kept` axes.
Shape leading(const Shape& shape, std::size_t kept);

// For each matrix of a batch in row-major order, the index of the operand's matrix: (2, 1) broadcast to (2, 3) is 0 0 0
// 1 1 1.
std::vector<std::size_t> stretched(const Shape& own, const Shape& batch);

}  // namespace attention
