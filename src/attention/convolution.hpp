// Convolution over tokens, for comparison with attention (S3): a fixed neighbourhood with fixed weights. Also attention
// set up to equal that convolution: one head for each place in the receptive field (Cordonnier et al. 2020).
#pragma once

#include <cstddef>
#include <optional>

#include "attention/tensor/shape.hpp"

namespace attention {

// x (…, T, C_in) → (…, T, C_out). weight (C_out, C_in, n) as in torch.nn.Conv1d, bias (C_out). Place r of the n looks
// at token t + r - (n-1)/2; tokens beyond the ends count as zeros (padding "same"). Error "range" for an even n or n =
// 0, "shape".
Result<Tensor> convolution(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias = std::nullopt);

// The arguments with which scaled_dot_product_attention equals the convolution above on T tokens.
struct ConvolutionAsAttention {
  Tensor scores_mask;    // (n, T, T): head r scores key j for query i by -sharpness·(j - i - shift_r)²; a query whose
                         // place lies beyond the ends attends to nothing (−∞)
  Tensor value_weights;  // (n, C_out, C_in): head r's value projection, out × in
};

// With sharpness 200 the softmax is exactly one-hot in float32 and the result equals the convolution; with less, each
// head looks at a soft neighbourhood, a receptive field that could be learned. Errors as convolution, "range".
Result<ConvolutionAsAttention> convolution_as_attention(const Tensor& weight, std::size_t tokens,
                                                        float sharpness = 200.0f);

// Runs it: values per head, attention with zero queries and keys and scores_mask as attn_mask, heads summed, bias.
Result<Tensor> attend_as_convolution(const Tensor& x, const ConvolutionAsAttention& setup,
                                     const std::optional<Tensor>& bias = std::nullopt);

}  // namespace attention
