// The core's functions on the fast kernels (kernels/), for callers that want results and do not show how they came
// about. Their sums run in the order that suits the machine: within 1e-6 of the largest value of the plain functions of
// the same name, the same bits on every call, but other last bits in each variant.
#pragma once

#include <optional>

#include "attention/scaled_dot_product_attention.hpp"
#include "attention/softmax.hpp"

namespace attention::fast {

// torch.matmul; arguments and errors as attention::matmul.
Result<Tensor> matmul(const Tensor& a, const Tensor& b);

// x Wᵀ + b; arguments and errors as attention::linear.
Result<Tensor> linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias = std::nullopt);

// Arguments and errors as attention::softmax. Only rows (the last axis) are fast.
Result<Tensor> softmax(const Tensor& x, int axis, const SoftmaxOptions& options = {});

// The output (and the joined past) of scaled_dot_product_attention in memory O(T·D), without weights, scores and dropout.
// Nothing where the arguments do not fit together, are not finite, or a score might overflow: the plain path then
// computes them or says what is wrong.
std::optional<AttentionResult> attend(const Tensor& query, const Tensor& key, const Tensor& value,
                                      const AttentionOptions& options);

// One of `count` shares of that work, for callers that divide it among threads: rows of D_v numbers of the output, one
// after the other from row `first`, each with the bits that attend() gives it. Shares are about equal in work, and
// together they are the whole. Nothing where attend() gives nothing, for a past, and, unless there is one share only, for
// heads that lie side by side.
struct Share {
  std::size_t index = 0, count = 1;
};
struct OutputRows {
  Shape shape;  // of the whole output
  std::size_t first = 0;
  Tensor rows;
};
std::optional<OutputRows> attend_share(const Tensor& query, const Tensor& key, const Tensor& value,
                                       const AttentionOptions& options, const Share& share);

}  // namespace attention::fast
