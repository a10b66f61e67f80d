// How a width of k features becomes h heads of s = k / h features and back; S1's view, transpose and fold.
#pragma once

#include <cstddef>
#include <vector>

#include "attention/tensor/shape.hpp"

namespace attention {

// (…, T, k) → (…, h, T, s): head r has features r·s … (r+1)·s - 1. Error "heads" if h is 0 or k is not a multiple.
Result<Tensor> split_heads(const Tensor& x, std::size_t heads);

// (…, h, T, s) → (…, T, h·s), the heads side by side.
Result<Tensor> merge_heads(const Tensor& x);

// (b, h, t, s) → (b·h, t, s): heads become batch entries, as in S1; and back.
Result<Tensor> fold_heads(const Tensor& x);
Result<Tensor> unfold_heads(const Tensor& x, std::size_t heads);

}  // namespace attention
