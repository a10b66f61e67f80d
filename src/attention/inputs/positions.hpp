// Token order for attention, which by itself ignores it: position vectors added to the inputs, rotations of queries and
// keys, and distances subtracted from the scores.
#pragma once

#include <cstddef>
#include <vector>

#include "attention/tensor/shape.hpp"

namespace attention {

// (T, D): sin(t / base^(2i/D)) in column 2i and cos of the same in 2i+1 (Vaswani et al. 2017, section 3.5), for
// positions offset … offset + T - 1. An odd D ends with a sine. Errors "size", "range" (base not above 0).
Result<Tensor> sinusoidal(std::size_t tokens, std::size_t dim, double base = 10000.0, std::size_t offset = 0);

// x (…, T, D) plus the first T rows of a table (N, D), N ≥ T: learned positions, or S3's vectors eⁱ. Error "shape".
Result<Tensor> add_positions(const Tensor& x, const Tensor& table);

struct RotaryOptions {
  double base = 10000.0;
  std::size_t offset = 0;   // position of the first token
  bool interleaved = true;  // pairs (0,1), (2,3) … as in the paper; false: pairs (i, i + D/2), as in Llama's code
  bool inverse = false;     // by minus the angle
};

// Rotary positions (Su et al. 2021): pair i of token t is rotated by the angle t / base^(2i/D). x (…, T, D) → the same.
// Error "shape" for an odd D. The product of two rotated vectors depends only on their distance.
Result<Tensor> rotary(const Tensor& x, const RotaryOptions& options = {});

// ALiBi (Press et al. 2022). Slopes (H): 2^(-8/H), 2^(-16/H) … for H a power of two; otherwise those of the next
// lower power, then every other one of the next higher. Error "heads" for H = 0.
Result<Tensor> alibi_slopes(std::size_t heads);

// (H, T_q, T_k): -slope · |distance|, to be added to the scores; query i is at position offset + i.
Result<Tensor> alibi_bias(std::size_t heads, std::size_t queries, std::size_t keys, std::size_t offset = 0);

}  // namespace attention
