// softmax(Q Kᵀ · scale) V: torch.nn.functional.scaled_dot_product_attention, with the additions of the ONNX operator
// Attention (opsets 23 and 24). "Attention Is All You Need", Vaswani et al. 2017, equation 1.
//
// Two paths lead to the output. The plain one, written out in scaled_dot_product_attention.cpp, computes every score
// and every weight and adds in the order of PyTorch's plain CPU path: it is used for weights or scores, for dropout, or
// with `plain`; everything that displays numbers uses it (including the graph's operations). Calls for the output alone
// use the fused kernels (fast/fast.hpp): no scores are stored, and the last bits depend on the machine.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "attention/masks.hpp"
#include "attention/tensor/shape.hpp"

namespace attention {

class Generator;

// Which scores to return: the scaled product, the same after softcap, or also after the mask (−∞ where masked).
enum class Scores { none, product, softcapped, masked };

struct AttentionOptions {
  // As in PyTorch. A mask broadcasts to (…, T_q, T_k): booleans say which keys a query may attend to, numbers are added
  // after scaling. One that is shorter than the keys (but longer than 1, which is broadcast) blocks the keys beyond it,
  // as in ONNX.
  Mask attn_mask = std::monostate{};
  bool is_causal = false;                     // query i sees keys 0 … past + i; together with attn_mask both apply
  std::optional<float> scale = std::nullopt;  // default 1/√D
  bool enable_gqa = false;  // each key/value head serves H_q / H_kv query heads, neighbours sharing (axis -3)
  double dropout_p = 0.0;   // on the weights, needs `generator`; kept ones times 1/(1-p)
  Generator* generator = nullptr;

  // As in ONNX.
  float softcap = 0.0f;  // > 0: c·tanh(score / c), after scaling and before the mask
  // A cache of P tokens that come before key and value: (B, H_kv, P, D), (B, H_kv, P, D_v).
  std::optional<Tensor> past_key = std::nullopt, past_value = std::nullopt;
  // How many keys count for each batch entry (axis 0), from the first.
  std::optional<std::vector<std::size_t>> key_lengths = std::nullopt;
  std::size_t q_num_heads = 0, kv_num_heads = 0;  // for (B, T, H·D) inputs: how many heads lie side by side

  // What to return besides the output.
  bool need_weights = false;
  Scores need_scores = Scores::none;
  bool plain = false;  // add in PyTorch's order even if only the output is requested
};

struct AttentionResult {
  Tensor output;                                     // (…, T_q, D_v), or (B, T_q, H·D_v) for inputs with head counts
  std::optional<Tensor> weights;                     // (…, T_q, T_k), after dropout, as PyTorch returns them
  std::optional<Tensor> scores;                      // (…, T_q, T_k), see Scores
  std::optional<Tensor> present_key, present_value;  // past and new joined along the tokens, if a past was given
};

// query (…, T_q, D), key (…, T_k, D), value (…, T_k, D_v), rank ≥ 2; leading axes broadcast. D_v ≠ D, T_q ≠ T_k and 0
// tokens are allowed. A query that may attend to nothing gets zeros (PyTorch ≥ 2.5 does the same). Errors: "rank",
// "shape", "heads", "mask" (wrong size), "not-finite" (in query, key, value, or a mask), "range" (dropout_p, softcap,
// scale, lengths), "overflow" (a score too large for float32).
Result<AttentionResult> scaled_dot_product_attention(const TensorView& query, const TensorView& key,
                                                     const TensorView& value, const AttentionOptions& options = {});

}  // namespace attention
