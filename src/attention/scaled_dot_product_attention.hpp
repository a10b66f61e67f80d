// softmax(Q Kᵀ · scale) V: torch.nn.functional.scaled_dot_product_attention, with what the ONNX operator Attention
// (opsets 23 and 24) adds. "Attention Is All You Need", Vaswani et al. 2017, equation 1.
//
// Two ways lead to the output. The plain one, which scaled_dot_product_attention.cpp spells out, makes every score and
// every weight and adds in the order of PyTorch's plain CPU path: it serves whoever asks for weights or scores, uses
// dropout, or says `plain`; everything that shows numbers does (so do the graph's operations). Whoever asks for the output
// alone gets the fused kernels (fast.hpp): no scores are kept, and the last bits are the machine's own.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "attention/masks.hpp"
#include "attention/shape.hpp"

namespace attention {

class Generator;

// Which scores to return: the scaled product, the same after softcap, or also after the mask (−∞ where masked).
enum class Scores { none, product, softcapped, masked };

struct AttentionOptions {
  // As in PyTorch. A mask broadcasts to (…, T_q, T_k): booleans say who may attend, numbers are added after scaling.
  // One that is shorter than the keys (but longer than 1, which is stretched) blocks the keys behind it, as in ONNX.
  Mask attn_mask = std::monostate{};
  bool is_causal = false;                     // query i sees keys 0 … past + i; together with attn_mask both hold
  std::optional<float> scale = std::nullopt;  // default 1/√D
  bool enable_gqa = false;  // each key/value head serves H_q / H_kv query heads, neighbours sharing (axis -3)
  double dropout_p = 0.0;   // on the weights, needs `generator`; kept ones times 1/(1-p)
  Generator* generator = nullptr;

  // As in ONNX.
  float softcap = 0.0f;  // > 0: c·tanh(score / c), after scaling and before the mask
  // A cache of P tokens that come before key and value: (B, H_kv, P, D), (B, H_kv, P, D_v).
  std::optional<Tensor> past_key = std::nullopt, past_value = std::nullopt;
  // For each batch entry (axis 0), how many keys count, from the first.
  std::optional<std::vector<std::size_t>> key_lengths = std::nullopt;
  std::size_t q_num_heads = 0, kv_num_heads = 0;  // for (B, T, H·D) inputs: how many heads lie side by side

  // What to return beside the output.
  bool need_weights = false;
  Scores need_scores = Scores::none;
  bool plain = false;  // add in PyTorch's order although only the output is asked for
};

struct AttentionResult {
  Tensor output;                                     // (…, T_q, D_v), or (B, T_q, H·D_v) for inputs with head counts
  std::optional<Tensor> weights;                     // (…, T_q, T_k), after dropout, as PyTorch returns them
  std::optional<Tensor> scores;                      // (…, T_q, T_k), see Scores
  std::optional<Tensor> present_key, present_value;  // past and new joined along the tokens, when a past was given
};

// query (…, T_q, D), key (…, T_k, D), value (…, T_k, D_v), rank ≥ 2; leading axes broadcast. D_v ≠ D and T_q ≠ T_k are
// fine, and so are 0 tokens. A query that may attend to nothing gets zeros (PyTorch ≥ 2.5 does the same).
// Errors: "rank", "shape", "heads", "mask" (wrong size), "not-finite" (in query, key, value, or a mask), "range"
// (dropout_p, softcap, scale, lengths), "overflow" (a score too large for float32).
Result<AttentionResult> scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                                     const AttentionOptions& options = {});

}  // namespace attention
