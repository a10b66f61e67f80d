// Matrix products: `@` of PyTorch, the linear layer, and the outer "every weight times its value" of S0.
#pragma once

#include <optional>

#include "attention/tensor/shape.hpp"

namespace attention {

// torch.matmul. (…, N, K) @ (…, K, M) → (…, N, M), leading axes broadcast. A vector (K) on the left counts as one row,
// on the right as one column, and that axis disappears from the result: (K) @ (K) is a single number, shape ().
// Error "shape" if the inner lengths differ, "rank" for a single number.
Result<Tensor> matmul(const Tensor& a, const Tensor& b);

// torch.nn.functional.linear: x Wᵀ + b. x (…, in), weight (out, in), bias (out) → (…, out).
Result<Tensor> linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias = std::nullopt);

// S0's weighted values, before summing: value j times its weight in row i. weights (…, T_q, T_k), values (…, T_k, D_v)
// → (…, T_k, T_q, D_v), S0's order: key first, then query. Summing over axis -3 gives weights @ values.
Result<Tensor> weighted_values(const Tensor& weights, const Tensor& values);

// q·k for every pair, added in double: query (…, T_q, D), key (…, T_k, D) → (…, T_q, T_k), leading axes broadcast to
// `batch`. For score functions, which check their arguments.
Doubles dot_products(const Tensor& query, const Tensor& key, const Shape& batch);

}  // namespace attention
