// The derivative of scaled_dot_product_attention on the fast kernels: what torch.autograd.grad gives for its output.
#pragma once

#include <optional>

#include "attention/masks.hpp"
#include "attention/tensor/shape.hpp"

namespace attention {

// As in AttentionOptions (scaled_dot_product_attention.hpp), and as in the call whose gradient is taken.
struct AttentionBackwardOptions {
  Mask attn_mask = std::monostate{};
  bool is_causal = false;
  std::optional<float> scale = std::nullopt;  // default 1/√D
  bool enable_gqa = false;
};

struct AttentionGradients {
  Tensor query, key, value;  // with the shapes of the inputs
};

// ∂loss/∂query, key and value from ∂loss/∂output (…, T_q, D_v), for query (…, T_q, D), key (…, T_k, D) and value (…, T_k,
// D_v). Leading axes broadcast as in the forward call; the gradient of what was stretched, or shared among heads, is
// added up. With P = softmax(Q Kᵀ · scale + mask): dV = Pᵀ dO, dP = dO Vᵀ, dS = P ⊙ (dP − Σ P ⊙ dP) · scale, dQ = dS K,
// dK = dSᵀ Q (Dao 2023, "FlashAttention-2", section 3.1). In memory O(T·D), a block of queries at a time, within 2e-6
// of the largest value. A query that may attend to nothing has no gradient and gives none: zeros, as in PyTorch ≥ 2.5.
// Errors as scaled_dot_product_attention, "shape" for a grad_output whose shape is not the output's, and "overflow"
// also for a gradient that is too large for float32.
Result<AttentionGradients> scaled_dot_product_attention_backward(const TensorView& grad_output, const TensorView& query,
                                                                 const TensorView& key, const TensorView& value,
                                                                 AttentionBackwardOptions options = {});

}  // namespace attention
