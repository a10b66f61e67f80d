// Score functions: how well query i and key j match, for every pair. All take queries (…, T_q, D) and keys (…, T_k, D),
// leading axes broadcast, and return scores (…, T_q, T_k) before any mask and softmax.
#pragma once

#include <cstddef>

#include "attention/tensor/shape.hpp"

namespace attention {

// The shape of the scores, after the checks that all score functions share. Errors "rank", "shape", "not-finite".
Result<Shape> scores_shape(const TensorView& query, const TensorView& key);

// q·k, unscaled (Luong et al. 2015). Errors "rank", "shape", "not-finite".
Result<Tensor> dot_scores(const Tensor& query, const Tensor& key);

// q·k times `scale` (Vaswani et al. 2017, with scale = 1/√D).
Result<Tensor> scaled_dot_scores(const Tensor& query, const Tensor& key, float scale);

// 1/√n as float32: n = D of the head in PyTorch, n = k of the embedding in S1's code. n = 0 counts as 1.
float inverse_sqrt(std::size_t n);

// v·tanh(W_q q + W_k k) (Bahdanau et al. 2015). query (…, T_q, D_q), key (…, T_k, D_k), query_weight (A, D_q),
// key_weight (A, D_k), score_vector (A). D_q and D_k may differ. PyTorch has no such function; weights are out × in.
Result<Tensor> additive_scores(const Tensor& query, const Tensor& key, const Tensor& query_weight,
                               const Tensor& key_weight, const Tensor& score_vector);

// q·k / (|q| |k|), the cosine of the angle; norms below `eps` count as eps, as in torch's cosine_similarity.
Result<Tensor> cosine_scores(const Tensor& query, const Tensor& key, double eps = 1e-8);

// c·tanh(score / c): barely changes small scores and limits all to ±c.
Tensor softcap(const Tensor& scores, float cap);

}  // namespace attention
