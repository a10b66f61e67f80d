// The core's functions on the fast kernels (kernels/), for callers that need only results and no intermediate steps.
// They add in the order that suits the machine: within 1e-6 of the largest value of the plain functions of the same
// name, the same bits on every call, but different last bits in each variant.
#pragma once

#include <optional>

#include "attention/scaled_dot_product_attention.hpp"
#include "attention/softmax.hpp"

namespace attention::fast {

// torch.matmul; arguments and errors as attention::matmul.
Result<Tensor> matmul(const TensorView& a, const TensorView& b);

// x Wᵀ + b; arguments and errors as attention::linear.
Result<Tensor> linear(const TensorView& x, const TensorView& weight,
                      const std::optional<TensorView>& bias = std::nullopt);

// Arguments and errors as attention::softmax. Only rows (the last axis) are fast.
Result<Tensor> softmax(const TensorView& x, int axis, const SoftmaxOptions& options = {});

// The output (and the joined past) of scaled_dot_product_attention in memory O(T·D), without weights, scores and
// dropout. Nothing if the arguments do not fit together, are not finite, or a score might overflow: the plain path then
// computes the result or reports the error.
std::optional<AttentionResult> attend(const TensorView& query, const TensorView& key, const TensorView& value,
                                      const AttentionOptions& options);

// One of `count` shares of that work, for callers that divide it among threads: contiguous rows of D_v numbers of the
// output, from row `first` on, with the same bits as from attend(). Shares are about equal in work and cover the whole
// output. Nothing if attend() returns nothing, for a past, and, unless there is only one share, for heads that lie side
// by side.
struct Share {
  std::size_t index = 0, count = 1;
};
struct OutputRows {
  Shape shape;  // of the whole output
  std::size_t first = 0;
  Tensor rows;
};
std::optional<OutputRows> attend_share(const TensorView& query, const TensorView& key, const TensorView& value,
                                       const AttentionOptions& options, const Share& share);

}  // namespace attention::fast
