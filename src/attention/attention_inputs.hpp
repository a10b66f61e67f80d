// What PyTorch and ONNX allow around the formula of scaled_dot_product_attention: heads that lie side by side, a cache
// of past tokens, shared key and value heads, several masks at once. For the core's own sources.
#pragma once

#include <optional>

#include "attention/scaled_dot_product_attention.hpp"

namespace attention {

Result<void> check_options(const AttentionOptions& options);

struct AttentionInputs {
  Tensor query, key, value;                          // (…, T_q, D), (…, T_k, D), (…, T_k, D_v)
  std::optional<Tensor> present_key, present_value;  // past and new tokens, before heads are shared
};

// (B, T, H·D) inputs are split into (B, H, T, D), cached tokens come before the new ones, and each key and value head is
// repeated for the query heads that share it. Errors as scaled_dot_product_attention.
Result<AttentionInputs> prepare_inputs(const TensorView& query, const TensorView& key, const TensorView& value,
                                       const AttentionOptions& options);

// Errors of an attn_mask for scores (…, T_q, T_k), as scaled_dot_product_attention.
Result<void> check_attn_mask(const Mask& mask, const Shape& scores);

// The scores (…, T_q, T_k) with −∞ wherever a query may not attend to a key: attn_mask, is_causal and key_lengths.
Result<Tensor> masked_scores(const Tensor& scores, const AttentionOptions& options);

}  // namespace attention
