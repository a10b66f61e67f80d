// Softmax over any axis: e^x divided by the sum of all e^x along the axis. The largest x is subtracted first, which
// does not change the result and keeps e^x from overflowing.
#pragma once

#include "attention/tensor/shape.hpp"

namespace attention {

// The result for a line of only −∞: zeros (as in PyTorch's scaled_dot_product_attention) or NaN (as in torch.softmax).
enum class EmptyRow { zeros, nan };

struct SoftmaxOptions {
  float temperature = 1.0f;  // scores are divided by it first: above 1 flatter, below 1 sharper; must be > 0
  EmptyRow empty_row = EmptyRow::zeros;
};

// x of any shape with at least one axis → the same shape; −∞ is allowed and gets weight 0. Axis counts from the end if
// negative: -1 if each row is a query, -2 if each column is. Axes of length 0 are allowed. Errors: "axis"; "not-finite"
// for NaN or +∞, with its index; "range" for a temperature that is not above 0.
Result<Tensor> softmax(const Tensor& x, int axis, const SoftmaxOptions& options = {});

// torch.log_softmax: x − ln Σ e^x along the axis, the same shape; −∞ is allowed. Errors "axis".
Result<Tensor> log_softmax(const Tensor& x, int axis);

// torch.nn.functional.cross_entropy, its mean: −log_softmax of the target's class, averaged over all targets but those
// that are `ignore_index`; NaN if none is left. logits (…, C), targets (…) class ids → (). Errors "shape", "range" (a
// target that is no class).
Result<Tensor> cross_entropy(const Tensor& logits, const Tensor& targets, long long ignore_index = -100);

}  // namespace attention
