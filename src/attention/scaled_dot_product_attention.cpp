// Attention in its plain form: scores, mask, softmax, weighted sum. What PyTorch and ONNX allow around it is in
// attention_inputs.cpp.
#include "attention/scaled_dot_product_attention.hpp"

#include <utility>

#include "attention/attention_inputs.hpp"
#include "attention/fast/fast.hpp"
#include "attention/heads.hpp"
#include "attention/random/dropout.hpp"
#include "attention/scores.hpp"
#include "attention/softmax.hpp"
#include "attention/tensor/matmul.hpp"

namespace attention {

namespace {

// Equation 1, line by line: softmax(Q Kᵀ · scale) V for query (…, T_q, D), key (…, T_k, D), value (…, T_k, D_v).
Result<AttentionResult> attend_plainly(const Tensor& query, const Tensor& key, const Tensor& value,
                                       const AttentionOptions& options) {
  AttentionResult result;
  const float scale = options.scale.value_or(inverse_sqrt(query.shape().back()));  // 1/√D
  Result<Tensor> scores = scaled_dot_scores(query, key, scale);                    // Q Kᵀ · scale: (…, T_q, T_k)
  if (!scores) return std::unexpected(scores.error());
  if (auto ok = check_finite(*scores, "scores"); !ok) {
    return fail("overflow", ok.error().path, "A score is too large for float32. Make query, key or scale smaller.");
  }
  if (options.need_scores == Scores::product) result.scores = *scores;

  if (options.softcap > 0.0f) scores = softcap(*scores, options.softcap);  // c·tanh(scores / c)
  if (options.need_scores == Scores::softcapped) result.scores = *scores;

  scores = masked_scores(*scores, options);  // −∞ where a query may not attend to a key
  if (!scores) return std::unexpected(scores.error());
  if (options.need_scores == Scores::masked) result.scores = *scores;

  Result<Tensor> weights = softmax(*scores, -1);  // (…, T_q, T_k), each row adds up to 1
  if (!weights) return std::unexpected(weights.error());
  if (options.dropout_p > 0.0) {
    Result<DropoutResult> dropped = dropout(*weights, options.dropout_p, true, *options.generator);
    if (!dropped) return std::unexpected(dropped.error());
    weights = std::move(dropped->output);
  }

  Result<Tensor> output = matmul(*weights, value);  // weights V: (…, T_q, D_v)
  if (!output) return std::unexpected(output.error());
  result.output = std::move(*output);
  if (options.need_weights) result.weights = std::move(*weights);
  return result;
}

}  // namespace

Result<AttentionResult> scaled_dot_product_attention(const TensorView& query, const TensorView& key,
                                                     const TensorView& value, const AttentionOptions& options) {
  if (auto ok = check_options(options); !ok) return std::unexpected(ok.error());
  const bool only_output = !options.need_weights && options.need_scores == Scores::none && options.dropout_p == 0.0;
  if (only_output && !options.plain) {
    if (std::optional<AttentionResult> fused = fast::attend(query, key, value, options)) return *std::move(fused);
  }
  Result<AttentionInputs> in = prepare_inputs(query, key, value, options);
  if (!in) return std::unexpected(in.error());
  Result<AttentionResult> result = attend_plainly(in->query, in->key, in->value, options);
  if (!result) return result;
  result->present_key = std::move(in->present_key);
  result->present_value = std::move(in->present_value);
  if (options.q_num_heads > 0) result->output = *merge_heads(result->output);  // (B, T_q, H·D_v)
  return result;
}

}  // namespace attention
