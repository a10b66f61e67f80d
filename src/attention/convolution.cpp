// Convolution over tokens, and the attention that equals it.
#include "attention/convolution.hpp"

#include <cmath>
#include <limits>

#include "attention/loops.hpp"
#include "attention/matmul.hpp"
#include "attention/scaled_dot_product_attention.hpp"
#include "attention/tensor_functions.hpp"

namespace attention {

namespace {

Result<void> check_kernel(const Tensor& weight) {
  if (auto ok = check_rank(weight, 3, "weight", "(C_out, C_in, n)"); !ok) return ok;
  if (weight.shape()[2] % 2 == 1) return {};
  return fail("range", "weight, axis 2",
              {"The receptive field must have a middle, so n must be odd: 1, 3, 5 …, not ", weight.shape()[2], "."});
}

Result<void> check_bias(const std::optional<Tensor>& bias, std::size_t out) {
  return bias ? check_shape(*bias, {out}, "bias", "one number for each output feature") : Result<void>();
}

}  // namespace

Result<Tensor> convolution(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
  if (auto ok = check_min_rank(x, 2, "x", "(…, T, C_in)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_kernel(weight); !ok) return std::unexpected(ok.error());
  const std::size_t out = weight.shape()[0], in = weight.shape()[1], field = weight.shape()[2];
  if (auto ok = check_bias(bias, out); !ok) return std::unexpected(ok.error());
  const std::size_t tokens = x.shape()[x.dimension() - 2];
  if (x.shape()[x.dimension() - 1] != in) {
    return fail("shape", "weight, axis 1",
                {"weight ", describe(weight), " is (C_out, C_in, n) and takes ", in, " features; each token of x ",
                 describe(x), " has ", x.shape()[x.dimension() - 1], "."});
  }
  Shape shape = shape_of(x);
  shape.back() = out;
  Result<Tensor> result = make_zeros(shape, "the result");
  if (!result) return result;
  const std::size_t batch = detail::product(detail::leading(shape, 2)), middle = (field - 1) / 2;
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t t = 0; t < tokens; ++t) {
      for (std::size_t o = 0; o < out; ++o) {
        double total = bias ? double{bias->data()[o]} : 0.0;
        for (std::size_t r = 0; r < field; ++r) {
          if (t + r < middle || t + r - middle >= tokens) continue;
          const float* token = x.data() + (b * tokens + t + r - middle) * in;
          for (std::size_t i = 0; i < in; ++i) {
            total += double{token[i]} * double{weight.data()[(o * in + i) * field + r]};
          }
        }
        result->data()[(b * tokens + t) * out + o] = static_cast<float>(total);
      }
    }
  }
  return result;
}

Result<ConvolutionAsAttention> convolution_as_attention(const Tensor& weight, std::size_t tokens, float sharpness) {
  if (auto ok = check_kernel(weight); !ok) return std::unexpected(ok.error());
  if (!(sharpness >= 0.0f) || !std::isfinite(sharpness)) {
    return fail("range", "sharpness", "The sharpness must be a finite number, 0 or above.");
  }
  const std::size_t field = weight.shape()[2], middle = (field - 1) / 2;
  Result<Tensor> scores = make_zeros({field, tokens, tokens}, "scores");
  if (!scores) return std::unexpected(scores.error());
  for (std::size_t r = 0; r < field; ++r) {
    for (std::size_t i = 0; i < tokens; ++i) {
      const bool inside = i + r >= middle && i + r - middle < tokens;
      for (std::size_t j = 0; j < tokens; ++j) {
        const double off = static_cast<double>(j + middle) - static_cast<double>(i + r);
        scores->data()[(r * tokens + i) * tokens + j] =
            inside ? static_cast<float>(-double{sharpness} * off * off) : -std::numeric_limits<float>::infinity();
      }
    }
  }
  return ConvolutionAsAttention{std::move(*scores), *attention::permute(weight, {2, 0, 1})};
}

Result<Tensor> attend_as_convolution(const Tensor& x, const ConvolutionAsAttention& setup,
                                     const std::optional<Tensor>& bias) {
  if (auto ok = check_min_rank(x, 2, "x", "(…, T, C_in)"); !ok) return std::unexpected(ok.error());
  const std::size_t tokens = x.shape()[x.dimension() - 2], heads = setup.value_weights.shape()[0];
  if (auto ok = check_shape(setup.scores_mask, {heads, tokens, tokens}, "setup", "made for as many tokens as x has");
      !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_bias(bias, setup.value_weights.shape()[1]); !ok) return std::unexpected(ok.error());
  const Tensor blank = *make_zeros({tokens, 1}, "tokens");
  std::optional<Tensor> total = bias;
  for (std::size_t r = 0; r < heads; ++r) {
    const long long head = static_cast<long long>(r);
    const Result<Tensor> value = linear(x, *attention::select(setup.value_weights, 0, head));
    if (!value) return std::unexpected(value.error());
    AttentionOptions options;
    options.attn_mask = *attention::select(setup.scores_mask, 0, head);
    Result<AttentionResult> attended = scaled_dot_product_attention(blank, blank, *value, options);
    if (!attended) return std::unexpected(attended.error());
    total = total ? *attention::add(attended->output, *total) : std::move(attended->output);
  }
  return *total;
}

}  // namespace attention
