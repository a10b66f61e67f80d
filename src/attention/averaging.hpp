// The mean of all tokens so far, in three ways (S4): by a loop, by a product with a lower triangle, by masked softmax.
// They agree up to rounding; the last one leads to weights that depend on the data.
#pragma once

#include <cstddef>

#include "attention/tensor/shape.hpp"

namespace attention {

// x (…, T, C) → (…, T, C): row t is the mean of rows 0 … t.
Result<Tensor> running_mean_by_loop(const Tensor& x);

// (T, T): row t holds 1/(t+1) in its first t+1 cells, 0 after: tril(ones) divided by its row sums.
Result<Tensor> triangular_mean_weights(std::size_t tokens);
Result<Tensor> running_mean_by_triangle(const Tensor& x);

// (T, T): zeros, −∞ right of the diagonal, softmax of each row. The same weights.
Result<Tensor> masked_softmax_mean_weights(std::size_t tokens);
Result<Tensor> running_mean_by_softmax(const Tensor& x);

}  // namespace attention
