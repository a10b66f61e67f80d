// Convolution over tokens, and the attention equal to it.
#include "attention/convolution.hpp"

#include <cmath>

#include "attention/scaled_dot_product_attention.hpp"
#include "attention/tensor/map.hpp"
#include "attention/tensor/matmul.hpp"
#include "attention/tensor/tensor_functions.hpp"

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
  Shape shape = shape_of(x), windows = shape_of(x), margin = shape_of(x);
  shape.back() = out;
  windows.back() = field * in;
  margin[margin.size() - 2] = (field - 1) / 2;
  for (const Shape& made : {shape, windows})
    if (auto count = element_count(made, "the result"); !count) return std::unexpected(count.error());
  const Tensor zeros = filled(margin, 0.0f);                        // (…, (n−1)/2, C_in)
  const Tensor padded = *attention::concat({zeros, x, zeros}, -2);  // (…, T+n−1, C_in)
  std::vector<Tensor> places;                                       // place r of every token's field
  for (std::size_t r = 0; r < field; ++r)
    places.push_back(*attention::slice(padded, -2, static_cast<long long>(r), static_cast<long long>(r + tokens)));
  const Tensor fields = *attention::concat(places, -1);  // (…, T, n·C_in)
  Tensor kernels = *attention::permute(weight, {0, 2, 1});
  kernels.reshape(Shape{out, field * in});                                   // (C_out, n·C_in)
  const Doubles product = dot_products(fields, kernels, leading(shape, 2));  // (…, T, C_out)
  return rounded(bias ? product + widened(*bias) : product);
}

Result<ConvolutionAsAttention> convolution_as_attention(const Tensor& weight, std::size_t tokens, float sharpness) {
  if (auto ok = check_kernel(weight); !ok) return std::unexpected(ok.error());
  if (!(sharpness >= 0.0f) || !std::isfinite(sharpness)) {
    return fail("range", "sharpness", "The sharpness must be a finite number, 0 or above.");
  }
  const std::size_t field = weight.shape()[2];
  if (auto count = element_count({field, tokens, tokens}, "scores"); !count) return std::unexpected(count.error());
  const std::size_t before = (field - 1) / 2;  // places of the field on the left of a query
  const Doubles shift = column(field, 2) - static_cast<double>(before);
  const Doubles target = column(tokens) + shift;  // the token at one place of a query's field: (n, T, 1)
  const Tensor off = rounded(count_up(tokens)) - rounded(target);  // (n, T, T)
  const Tensor scores = -sharpness * (off * off);
  const auto exists = [](double token, double all) { return token >= 0.0 && token < all; };
  const BoolTensor inside = compare(exists, target, wide_scalar(static_cast<double>(tokens)));
  return ConvolutionAsAttention{
      attention::where(inside, scores, scalar(minus_infinity)),
      *attention::permute(weight, {2, 0, 1}),
  };
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
  const Result<Tensor> blank = make_zeros({tokens, 1}, "tokens");
  if (!blank) return blank;
  std::optional<Tensor> total = bias;
  for (std::size_t r = 0; r < heads; ++r) {
    const long long head = static_cast<long long>(r);
    const Result<Tensor> value = linear(x, *attention::select(setup.value_weights, 0, head));
    if (!value) return std::unexpected(value.error());
    AttentionOptions options;
    options.attn_mask = *attention::select(setup.scores_mask, 0, head);
    Result<AttentionResult> attended = scaled_dot_product_attention(*blank, *blank, *value, options);
    if (!attended) return std::unexpected(attended.error());
    total = total ? *attention::add(attended->output, *total) : std::move(attended->output);
  }
  return *total;
}

}  // namespace attention
