// torch.nn.MultiheadAttention: narrow heads as slices of one projection each for query, key and value, joined by an
// output projection; and S1's wide heads, each with projections of full width. Vaswani et al. 2017, section 3.2.2.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "attention/masks.hpp"
#include "attention/tensor/shape.hpp"

namespace attention {

class Generator;

// The parameters under PyTorch's names; weights are out × in. Either in_proj_weight, or the three q/k/v weights if key
// and value have widths of their own. Cells: Tensor, or TensorView for memory owned elsewhere.
template <class Cells>
struct MultiheadParameters {
  std::size_t embed_dim = 0;  // E
  std::size_t num_heads = 1;
  // (3E, E): query, key and value stacked; or (E, E), (E, kdim), (E, vdim).
  std::optional<Cells> in_proj_weight = std::nullopt;
  std::optional<Cells> q_proj_weight = std::nullopt, k_proj_weight = std::nullopt, v_proj_weight = std::nullopt;
  std::optional<Cells> in_proj_bias = std::nullopt;   // (3E)
  Cells out_proj_weight;                              // (E, E)
  std::optional<Cells> out_proj_bias = std::nullopt;  // (E)
  // One learned extra key and value, (E) or (1, 1, E) each; and one more of zeros.
  std::optional<Cells> bias_k = std::nullopt, bias_v = std::nullopt;
  bool add_zero_attn = false;
};
using MultiheadAttention = MultiheadParameters<Tensor>;
using MultiheadView = MultiheadParameters<TensorView>;

struct MultiheadOptions {
  // Booleans: true = BLOCKED, as this class has it in PyTorch. Numbers are added to the scores.
  Mask attn_mask = std::monostate{};         // (T_q, T_k) or (B·h, T_q, T_k)
  Mask key_padding_mask = std::monostate{};  // (B, T_k), or (T_k) without batch
  bool is_causal = false;    // blocks keys after the query without a mask (in PyTorch a hint beside attn_mask)
  bool need_weights = true;  // false: by the fast kernels (see scaled_dot_product_attention.hpp)
  bool plain = false;        // add in PyTorch's order even if only the output is requested
  bool average_attn_weights = true;
  bool batch_first = true;                    // (B, T, E); false: (T, B, E), PyTorch's default
  std::optional<float> scale = std::nullopt;  // default 1/√(E/h); S1's code has 1/√E
  double dropout_p = 0.0;                     // on the weights, needs `generator`
  Generator* generator = nullptr;
};

struct MultiheadResult {
  Tensor output;                  // (B, T_q, E) as batch_first says, or (T_q, E)
  std::optional<Tensor> weights;  // (B, T_q, T_k) averaged over heads, or (B, h, T_q, T_k); no B without batch
};

// query (B, T_q, E), key (B, T_k, kdim), value (B, T_k, vdim), or all without B. A query that may attend to nothing
// gets zeros from the heads (PyTorch: NaN). Errors: "heads", "rank", "shape", "mask", "not-finite", "range".
Result<MultiheadResult> multihead_attention(const TensorView& query, const TensorView& key, const TensorView& value,
                                            const MultiheadView& parameters, const MultiheadOptions& options = {});
Result<MultiheadResult> multihead_attention(const TensorView& query, const TensorView& key, const TensorView& value,
                                            const MultiheadAttention& parameters, const MultiheadOptions& options = {});

struct MultiheadShape {
  std::size_t embed_dim = 0, num_heads = 1;
  bool bias = true, add_bias_kv = false, add_zero_attn = false;
  std::optional<std::size_t> kdim = std::nullopt, vdim = std::nullopt;  // default embed_dim
};

// Fresh parameters in PyTorch's order of draws: out_proj as nn.Linear (its bias is then set to 0), in_proj_weight (or
// the three) xavier_uniform_, biases 0, bias_k and bias_v xavier_normal_. Errors "heads", "size".
Result<MultiheadAttention> init_multihead_attention(const MultiheadShape& shape, Generator& generator);

// One full head of S1's wide variant: k × k matrices, out × in.
struct WideHead {
  Tensor query_weight, key_weight, value_weight;
};

struct WideResult {
  Tensor output;                     // (…, T, out)
  std::vector<Tensor> weights;       // per head (…, T, T)
  std::vector<Tensor> head_outputs;  // per head (…, T, k)
};

// R full heads side by side, joined by unify_weight (out, R·k) and bias (out). x (…, T, k). scale: default 1/√k.
Result<WideResult> wide_multihead_attention(const Tensor& x, const std::vector<WideHead>& heads,
                                            const Tensor& unify_weight, const std::optional<Tensor>& unify_bias,
                                            bool is_causal = false, std::optional<float> scale = std::nullopt);

}  // namespace attention
