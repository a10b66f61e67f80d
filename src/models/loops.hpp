// The loops over single rows that a model needs beside products of matrices and attention: norms, activations, the product
// of one row, and half precision. Compiled once for each set of kernels (attention/kernels), with its vectors. Raw numbers
// only; nothing is checked or allocated.
#pragma once

#include <cstddef>
#include <cstdint>

namespace models::loops {

// Half precision, as it is stored, to float32, exactly: IEEE 754 binary16, and the upper half of a float32.
void widen_float16(const std::uint16_t* from, float* to, std::size_t count);
void widen_bfloat16(const std::uint16_t* from, float* to, std::size_t count);

// The first number that is NaN or infinite; `count` if there is none.
std::size_t first_not_finite(const float* x, std::size_t count);

// y += x, y = x · factor, Σ x · y.
void add(const float* x, float* y, std::size_t count);
void add_scaled(const float* x, float factor, float* y, std::size_t count);
float dot(const float* x, const float* y, std::size_t count);

// y = (x − mean) / √(variance + epsilon) · weight + bias (Ba et al. 2016); y may be x.
void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, float* y, std::size_t count);
// y = x / √(mean of x² + epsilon) · weight (Zhang and Sennrich 2019); y may be x.
void rms_norm(const float* x, const float* weight, float epsilon, float* y, std::size_t count);

// In place. gelu: x · Φ(x), with erf within 2e-7 (Abramowitz and Stegun 7.1.26); gelu_tanh:
// x/2 · (1 + tanh(√(2/π) (x + 0.044715 x³))) (Hendrycks and Gimpel 2016); silu: x / (1 + e⁻ˣ).
void gelu(float* x, std::size_t count);
void gelu_tanh(float* x, std::size_t count);
void relu(float* x, std::size_t count);
void silu(float* x, std::size_t count);
void quick_gelu(float* x, std::size_t count);  // x / (1 + e^(−1.702 x))
void tanh(float* x, std::size_t count);
void mish(float* x, std::size_t count);                      // x · tanh(ln(1 + eˣ)) (Misra 2019)
void relu2(float* x, std::size_t count);                     // relu(x)² (So et al. 2021)
void multiply(const float* x, float* y, std::size_t count);  // y = x ⊙ y

// Rotates the pairs (i, i + half) of x by the angles whose cosines and sines are given (Su et al. 2021), in place.
void rotate(float* x, const float* cosines, const float* sines, std::size_t half);

}  // namespace models::loops
