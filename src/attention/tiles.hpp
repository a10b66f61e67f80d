// Softmax in tiles (Milakov and Gimelshein 2018; Dao et al. 2022, "FlashAttention"): of each tile of a row are kept the
// largest score m, the sum l = Σ e^(s − m), and the output o = Σ e^(s − m) v. Two tiles are merged by bringing both
// sums to the larger of the two maxima.
#pragma once

#include "attention/tensor/shape.hpp"

namespace attention {

// torch.maximum: the larger of two cells, broadcast; NaN if one of them is NaN. Error "shape".
Result<Tensor> maximum(const Tensor& a, const Tensor& b);

// torch.cummax: the largest cell so far along the axis, (…, N, …) → (…, N, …). Errors "axis".
Result<Tensor> cummax(const Tensor& x, int axis);

// a e^(max_a − m) + b e^(max_b − m) with m = max(max_a, max_b), each step rounded to float32 as in PyTorch. All
// broadcast: a and b (…, D) are sums or outputs, max_a and max_b (…, 1). NaN where both maxima are −∞. Error "shape".
Result<Tensor> merge_sums(const Tensor& a, const Tensor& max_a, const Tensor& b, const Tensor& max_b);

// The merges of the first 1, 2, … N tiles along the axis: x (…, N, …), and maxima of the same rank, with N there and
// elsewhere broadcast. Errors "axis", "shape".
Result<Tensor> running_merge(const Tensor& x, const Tensor& maxima, int axis);

}  // namespace attention
