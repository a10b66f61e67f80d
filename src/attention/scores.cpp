// Score functions: NumPy's formulas for all pairs at once, in double and rounded once.
#include "attention/scores.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/tensor/map.hpp"
#include "attention/tensor/matmul.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

Result<Shape> scores_shape(const TensorView& query, const TensorView& key) {
  if (auto ok = check_min_rank(query, 2, "query", "(…, T_q, D)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_min_rank(key, 2, "key", "(…, T_k, D)"); !ok) return std::unexpected(ok.error());
  Shape shape_q = shape_of(query), shape_k = shape_of(key);
  if (shape_q.back() != shape_k.back()) {
    return fail(
        "shape", "key, axis -1",
        {"A query has ", shape_q.back(), " numbers and a key ", shape_k.back(), " (query ", describe(shape_q), ", key ",
         describe(shape_k), "). Their product needs the same length; only the values may have another."});
  }
  if (auto ok = check_finite(query, "query"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_finite(key, "key"); !ok) return std::unexpected(ok.error());
  Result<Shape> batch =
      broadcast_shape(leading(shape_q, 2), leading(shape_k, 2), "the batch of query", "the batch of key");
  if (!batch) return batch;
  batch->insert(batch->end(), {shape_q[shape_q.size() - 2], shape_k[shape_k.size() - 2]});
  return batch;
}

namespace {

// The common batch of queries and keys, after the checks shared by all score functions.
Result<Shape> batch_of(const Tensor& query, const Tensor& key) {
  const Result<Shape> scores = scores_shape(query, key);
  if (!scores) return scores;
  if (auto count = element_count(*scores, "scores"); !count) return std::unexpected(count.error());
  return leading(*scores, 2);
}

// The norms of vectors (…, T, D), at least eps: (…, T, 1).
Doubles lengths_of(const Tensor& x, double eps) {
  const Doubles squares = widened(x) * widened(x);
  const auto at_least = [](double sum, double least) { return std::max(std::sqrt(sum), least); };
  return map(at_least, wide_sums(squares, x.dimension() - 1), wide_scalar(eps));
}

}  // namespace

Result<Tensor> dot_scores(const Tensor& query, const Tensor& key) { return scaled_dot_scores(query, key, 1.0f); }

Result<Tensor> scaled_dot_scores(const Tensor& query, const Tensor& key, float scale) {
  if (!std::isfinite(scale)) return fail("range", "scale", "The scale must be a finite number.");
  const Result<Shape> batch = batch_of(query, key);
  if (!batch) return std::unexpected(batch.error());
  return rounded(dot_products(query, key, *batch) * double{scale});
}

float inverse_sqrt(std::size_t n) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(n, 1))));
}

Result<Tensor> additive_scores(const Tensor& query, const Tensor& key, const Tensor& query_weight,
                               const Tensor& key_weight, const Tensor& score_vector) {
  if (auto ok = check_min_rank(query, 2, "query", "(…, T_q, D_q)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_min_rank(key, 2, "key", "(…, T_k, D_k)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_rank(score_vector, 1, "score_vector", "(A)"); !ok) return std::unexpected(ok.error());
  const std::size_t width = score_vector.size();
  const Shape wanted_q{width, query.shape()[query.dimension() - 1]}, wanted_k{width, key.shape()[key.dimension() - 1]};
  if (auto ok = check_shape(query_weight, wanted_q, "query_weight", "(A, D_q) with A entries in score_vector"); !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_shape(key_weight, wanted_k, "key_weight", "(A, D_k) with A entries in score_vector"); !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_finite(score_vector, "score_vector"); !ok) return std::unexpected(ok.error());
  const Result<Tensor> q = linear(query, query_weight);
  if (!q) return std::unexpected(q.error());
  const Result<Tensor> k = linear(key, key_weight);
  if (!k) return std::unexpected(k.error());
  const Result<Shape> batch = batch_of(*q, *k);
  if (!batch) return std::unexpected(batch.error());
  // Sum and tanh are separate tensors in PyTorch, each rounded to float32. Query by query: together they would have
  // T_q·T_k·A cells.
  const auto bent = [](float a, float b) { return static_cast<float>(std::tanh(double{a + b})); };
  Tensor vector = score_vector;
  vector.reshape(Shape{1, width});  // (1, A)
  std::vector<Tensor> rows;
  for (std::size_t i = 0; i < q->shape()[q->dimension() - 2]; ++i) {
    const auto place = static_cast<long long>(i);
    const Tensor one = *attention::slice(*q, -2, place, place + 1);             // (…, 1, A)
    rows.push_back(rounded(dot_products(vector, map(bent, one, *k), *batch)));  // (…, 1, T_k)
  }
  if (rows.empty()) return attention::matmul(*q, *attention::transpose(*k, -2, -1));  // empty, with the right shape
  return attention::concat(rows, -2);                                                 // (…, T_q, T_k)
}

Tensor softcap(const Tensor& scores, float cap) {
  const auto capped = [](float score, float c) { return static_cast<float>(c * std::tanh(double{score} / c)); };
  return map(capped, scores, scalar(cap));
}

Result<Tensor> cosine_scores(const Tensor& query, const Tensor& key, double eps) {
  if (!(eps > 0.0)) return fail("range", "eps", "eps keeps the division from 0, so it must be above 0.");
  const Result<Shape> batch = batch_of(query, key);
  if (!batch) return std::unexpected(batch.error());
  const Doubles query_lengths = lengths_of(query, eps);  // (…, T_q, 1)
  Doubles key_lengths = lengths_of(key, eps);
  Shape row = shape_of(key_lengths);
  std::swap(row[row.size() - 1], row[row.size() - 2]);
  key_lengths.reshape(row);                                                          // (…, 1, T_k)
  return rounded(dot_products(query, key, *batch) / (query_lengths * key_lengths));  // (…, T_q, T_k)
}

}  // namespace attention
