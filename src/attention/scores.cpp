// Score functions as plain loops over pairs of tokens.
#include "attention/scores.hpp"

#include <algorithm>
#include <cmath>

#include "attention/loops.hpp"
#include "attention/matmul.hpp"

namespace attention {

namespace {

struct Pair {
  const float *query, *key;
  std::size_t width_q, width_k;
};

// score(pair) for every query and key, after the checks that all score functions share.
template <class F>
Result<Tensor> score_pairs(const Tensor& query, const Tensor& key, bool same_width, F score) {
  if (auto ok = check_min_rank(query, 2, "query", "(…, T_q, D)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_min_rank(key, 2, "key", "(…, T_k, D)"); !ok) return std::unexpected(ok.error());
  const Shape shape_q = shape_of(query), shape_k = shape_of(key);
  const std::size_t width_q = shape_q.back(), width_k = shape_k.back();
  if (same_width && width_q != width_k) {
    return fail("shape", "key, axis -1",
                {"A query has ", width_q, " numbers and a key ", width_k, " (query ", describe(shape_q), ", key ",
                 describe(shape_k), "). Their product needs the same length; only the values may have another."});
  }
  if (auto ok = check_finite(query, "query"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_finite(key, "key"); !ok) return std::unexpected(ok.error());
  const Shape batch_q = detail::leading(shape_q, 2), batch_k = detail::leading(shape_k, 2);
  const Result<Shape> batch = broadcast_shape(batch_q, batch_k, "the batch of query", "the batch of key");
  if (!batch) return std::unexpected(batch.error());
  const std::size_t queries = shape_q[shape_q.size() - 2], keys = shape_k[shape_k.size() - 2];
  Shape shape = *batch;
  shape.push_back(queries);
  shape.push_back(keys);
  Result<Tensor> result = make_zeros(shape, "scores");
  if (!result) return result;
  float* to = result->data();
  detail::walk<2>(*batch, {broadcast_steps(batch_q, *batch), broadcast_steps(batch_k, *batch)},
                  [&](const detail::Offsets<2>& at) {
                    for (std::size_t i = 0; i < queries; ++i) {
                      for (std::size_t j = 0; j < keys; ++j) {
                        const float* q = query.data() + (at[0] * queries + i) * width_q;
                        const float* k = key.data() + (at[1] * keys + j) * width_k;
                        *to++ = static_cast<float>(score(Pair{q, k, width_q, width_k}));
                      }
                    }
                  });
  return result;
}

double dot(const float* a, const float* b, std::size_t length) {
  double total = 0.0;
  for (std::size_t i = 0; i < length; ++i) total += double{a[i]} * double{b[i]};
  return total;
}

}  // namespace

Result<Tensor> dot_scores(const Tensor& query, const Tensor& key) {
  return score_pairs(query, key, true, [](const Pair& p) { return dot(p.query, p.key, p.width_q); });
}

Result<Tensor> scaled_dot_scores(const Tensor& query, const Tensor& key, float scale) {
  if (!std::isfinite(scale)) return fail("range", "scale", "The scale must be a finite number.");
  return score_pairs(query, key, true, [scale](const Pair& p) { return dot(p.query, p.key, p.width_q) * scale; });
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
  return score_pairs(*q, *k, true, [&](const Pair& p) {
    double total = 0.0;
    for (std::size_t a = 0; a < width; ++a) {
      // Sum and tanh are tensors of their own in PyTorch, each rounded to float32.
      const auto bent = static_cast<float>(std::tanh(double{p.query[a] + p.key[a]}));
      total += double{score_vector.data()[a]} * bent;
    }
    return total;
  });
}

Result<Tensor> cosine_scores(const Tensor& query, const Tensor& key, double eps) {
  if (!(eps > 0.0)) return fail("range", "eps", "eps keeps the division from 0, so it must be above 0.");
  return score_pairs(query, key, true, [eps](const Pair& p) {
    const double length_q = std::sqrt(dot(p.query, p.query, p.width_q));
    const double length_k = std::sqrt(dot(p.key, p.key, p.width_k));
    return dot(p.query, p.key, p.width_q) / (std::max(length_q, eps) * std::max(length_k, eps));
  });
}

}  // namespace attention
