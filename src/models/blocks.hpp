// Quantised numbers to float32 and, of two formats, back, in whole blocks: ggml's formats (github.com/ggml-org/ggml,
// ggml-common.h). A block holds small whole numbers and the factors, in half precision, that make the weights of them. Raw
// bytes only; nothing is checked or allocated. Compiled with the loops (loops.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace models::blocks {

// From `count` blocks. The q of 4, 5 and 8 bits; d and m are factors of the block.
void widen_q4_0(const std::uint8_t* from, float* to, std::size_t count);  // 32 numbers in 18 bytes: d · (q − 8)
void widen_q4_1(const std::uint8_t* from, float* to, std::size_t count);  // 32 in 20: d · q + m
void widen_q5_0(const std::uint8_t* from, float* to, std::size_t count);  // 32 in 22: d · (q − 16)
void widen_q5_1(const std::uint8_t* from, float* to, std::size_t count);  // 32 in 24: d · q + m
void widen_q8_0(const std::uint8_t* from, float* to, std::size_t count);  // 32 in 34: d · q
// Of 256 numbers; each 32 of them have a factor and an offset of 6 bits, (d · scale) · q − m · least.
void widen_q4_k(const std::uint8_t* from, float* to, std::size_t count);  // in 144 bytes
void widen_q5_k(const std::uint8_t* from, float* to, std::size_t count);  // in 176
// Of 256 numbers; each 16 have a factor of 8 bits: (d · scale) · (q − 32), q of 6 bits.
void widen_q6_k(const std::uint8_t* from, float* to, std::size_t count);  // in 210

// To `count` blocks of 32 finite numbers each, as ggml's reference quantiser rounds (ggml-quants.c, quantize_row_*_ref): the
// quotients with the factor in float32, which is stored as float16. False for a factor beyond float16.
bool narrow_q8_0(const float* from, std::uint8_t* to,
                 std::size_t count);  // d = max |x| / 127; q = x / d, half away from 0
bool narrow_q4_0(const float* from, std::uint8_t* to,
                 std::size_t count);  // d = the largest x / −8; q = ⌊x / d + 8.5⌋ ≤ 15

}  // namespace models::blocks
