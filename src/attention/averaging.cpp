// The running mean, three ways.
#include "attention/averaging.hpp"

#include "attention/loops.hpp"
#include "attention/masks.hpp"
#include "attention/matmul.hpp"
#include "attention/softmax.hpp"
#include "attention/tensor_functions.hpp"

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
  const std::size_t tokens = x.shape()[x.dimension() - 2], width = x.shape()[x.dimension() - 1];
  const std::size_t batch = detail::product(detail::leading(shape_of(x), 2));
  Tensor result = Tensor::from_shape(shape_of(x));
  for (std::size_t b = 0; b < batch; ++b) {
    const float* from = x.data() + b * tokens * width;
    float* to = result.data() + b * tokens * width;
    for (std::size_t t = 0; t < tokens; ++t) {
      for (std::size_t c = 0; c < width; ++c) {
        double total = 0.0;
        for (std::size_t past = 0; past <= t; ++past) total += from[past * width + c];
        to[t * width + c] = static_cast<float>(total / static_cast<double>(t + 1));
      }
    }
  }
  return result;
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
