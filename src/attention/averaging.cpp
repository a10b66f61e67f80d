// The running mean, three ways.
#include "attention/averaging.hpp"

#include <xtensor/core/xmath.hpp>

#include "attention/masks.hpp"
#include "attention/softmax.hpp"
#include "attention/tensor/map.hpp"
#include "attention/tensor/matmul.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

// weights (T, T) for as many tokens as x has, times x.
Result<Tensor> mix(const Tensor& x, Result<Tensor> (*weights_for)(std::size_t)) {
  if (auto ok = check_min_rank(x, 2, "x", "(…, T, C)"); !ok) return std::unexpected(ok.error());
  const Result<Tensor> weights = weights_for(x.shape()[x.dimension() - 2]);
  if (!weights) return std::unexpected(weights.error());
  return matmul(*weights, x);
}

}  // namespace

Result<Tensor> running_mean_by_loop(const Tensor& x) {
  if (auto ok = check_min_rank(x, 2, "x", "(…, T, C)"); !ok) return std::unexpected(ok.error());
  const std::size_t tokens = x.shape()[x.dimension() - 2];
  if (x.size() == 0) return x;
  const Doubles count = column(tokens) + 1.0;                                                   // (T, 1): 1 2 3 …
  const Doubles total = xt::cumsum<double>(x, static_cast<std::ptrdiff_t>(x.dimension()) - 2);  // (…, T, C)
  return rounded(total / count);
}

Result<Tensor> triangular_mean_weights(std::size_t tokens) {
  const Result<Tensor> square = attention::ones({tokens, tokens});
  if (!square) return square;
  const Tensor triangle = *attention::tril(*square);
  return attention::divide(triangle, *attention::sum(triangle, 1, true));
}

Result<Tensor> running_mean_by_triangle(const Tensor& x) { return mix(x, triangular_mean_weights); }

Result<Tensor> masked_softmax_mean_weights(std::size_t tokens) {
  const Result<Tensor> scores = attention::zeros({tokens, tokens});
  if (!scores) return scores;
  const BoolTensor triangle = *mask_from_matrix(*attention::tril(*attention::ones({tokens, tokens})));
  return softmax(*apply_mask(*scores, triangle), -1);
}

Result<Tensor> running_mean_by_softmax(const Tensor& x) { return mix(x, masked_softmax_mean_weights); }

}  // namespace attention
