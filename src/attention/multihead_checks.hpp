// What multihead attention requires of its parameters, and its masks combined into one. Only for multihead_attention.cpp.
#pragma once

#include "attention/multihead_attention.hpp"

namespace attention {

// The shapes that MultiheadParameters states. Errors: "heads", "shape".
Result<void> check_parameters(const MultiheadView& p);

// All masks combined into one that is added to scores (B, h, T_q, T_k + extra); extra tokens are never masked. Errors:
// "mask", "not-finite".
Result<Tensor> joined_mask(const Shape& scores, std::size_t extra, const MultiheadOptions& options);

}  // namespace attention
