// Attention with Bahdanau's scores: softmax(v·tanh(W_q q + W_k k)) V (Bahdanau, Cho, Bengio 2015), and with the cosine.
#pragma once

#include <optional>

#include "attention/masks.hpp"
#include "attention/scores.hpp"
#include "attention/tensor/shape.hpp"

namespace attention {

struct ScoredAttention {
  Tensor output;   // (…, T_q, D_v)
  Tensor weights;  // (…, T_q, T_k)
  Tensor scores;   // (…, T_q, T_k), after the mask
};

// Any scores (…, T_q, T_k): mask, softmax over keys, weighted sum of the values (…, T_k, D_v). The second half of every
// attention.
Result<ScoredAttention> attend(const Tensor& scores, const Tensor& value, const Mask& mask = {});

// query (…, T_q, D_q), key (…, T_k, D_k), value (…, T_k, D_v); weights as in additive_scores. Errors as there and
// "mask".
Result<ScoredAttention> additive_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                           const Tensor& query_weight, const Tensor& key_weight,
                                           const Tensor& score_vector, const Mask& mask = {});

}  // namespace attention
