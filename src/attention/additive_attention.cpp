// The second half of every attention (mask, softmax, values), and all of Bahdanau's attention.
#include "attention/additive_attention.hpp"

#include "attention/softmax.hpp"
#include "attention/tensor/matmul.hpp"

namespace attention {

Result<ScoredAttention> attend(const Tensor& scores, const Tensor& value, const Mask& mask) {
  if (auto ok = check_min_rank(scores, 2, "scores", "(…, T_q, T_k)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_min_rank(value, 2, "value", "(…, T_k, D_v)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_finite(value, "value"); !ok) return std::unexpected(ok.error());
  const std::size_t keys = scores.shape()[scores.dimension() - 1];
  if (value.shape()[value.dimension() - 2] != keys) {
    return fail("shape", "value, axis -2",
                {"Each key needs its value: the scores ", describe(scores), " are for ", keys, " keys, value ",
                 describe(value), " has ", value.shape()[value.dimension() - 2], " tokens."});
  }
  Result<Tensor> masked = apply_mask(scores, mask);
  if (!masked) return std::unexpected(masked.error());
  Result<Tensor> weights = softmax(*masked, -1);
  if (!weights) return std::unexpected(weights.error());
  Result<Tensor> output = matmul(*weights, value);
  if (!output) return std::unexpected(output.error());
  return ScoredAttention{std::move(*output), std::move(*weights), std::move(*masked)};
}

Result<ScoredAttention> additive_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                           const Tensor& query_weight, const Tensor& key_weight,
                                           const Tensor& score_vector, const Mask& mask) {
  const Result<Tensor> scores = additive_scores(query, key, query_weight, key_weight, score_vector);
  if (!scores) return std::unexpected(scores.error());
  return attend(*scores, value, mask);
}

}  // namespace attention
