// Masks say which query may attend to which key. As booleans, true = may attend (as in PyTorch's
// scaled_dot_product_attention; torch.nn.MultiheadAttention means the opposite, see there); as numbers, 0 or −∞ that
// are added to the scores.
#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "attention/tensor/shape.hpp"

namespace attention {

// No mask, booleans, or numbers that are added to the scores.
using Mask = std::variant<std::monostate, BoolTensor, Tensor>;

// (T_q, T_k): query i may attend to keys i + low … i + high. The other two are such bands. Errors "size".
Result<BoolTensor> band_mask(std::size_t queries, std::size_t keys, std::ptrdiff_t low, std::ptrdiff_t high);

// (T_q, T_k): query i may attend to keys 0 … i + offset. offset 0 is PyTorch's top-left alignment; a decoder with a
// cache of P past keys uses offset P.
Result<BoolTensor> causal_mask(std::size_t queries, std::size_t keys, std::ptrdiff_t offset = 0);

// (T_q, T_k): query i may attend to keys i - left … i + right (sliding window, Beltagy et al. 2020).
Result<BoolTensor> sliding_window_mask(std::size_t queries, std::size_t keys, std::size_t left, std::size_t right);

// (B, 1, T_k): in sequence b only the first lengths[b] keys are words, the rest is padding. Error "range" if a length
// exceeds `keys`.
Result<BoolTensor> padding_mask(const std::vector<std::size_t>& lengths, std::size_t keys);

// True where the matrix is not 0, as S4's masked_fill(tril == 0, −∞) reads it. Error "not-finite" for NaN.
Result<BoolTensor> mask_from_matrix(const Tensor& matrix);

// True where both masks are; shapes broadcast.
Result<BoolTensor> both_masks(const BoolTensor& a, const BoolTensor& b);
BoolTensor inverted(const BoolTensor& mask);

// 0 where true, −∞ where false; and back: a number counts as "may attend" unless it is −∞.
Tensor to_additive(const BoolTensor& mask);
BoolTensor from_additive(const Tensor& mask);

// Whether a mask may be laid over scores (…, T_q, T_k): it broadcasts to them, never the other way round. Errors: "mask"
// for a wrong size, "not-finite" for NaN or +∞ in it.
Result<void> check_mask(const Mask& mask, const Shape& scores);

// Scores (…, T_q, T_k) with −∞ where a boolean mask is false, or with a number mask added. Errors as
// check_mask.
Result<Tensor> apply_mask(const Tensor& scores, const Mask& mask);

// 0/1 → true/false for callers that hold booleans as bytes. Error "size" as in from_values.
Result<BoolTensor> bool_from_values(const Shape& shape, const std::vector<std::uint8_t>& values);

}  // namespace attention
