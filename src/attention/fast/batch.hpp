// How the matrices of a call of attention lie in memory: which head of query, key and value is paired with which, and the
// mask's cells for each of them. Only the fast path includes this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "attention/kernels/kernels.hpp"
#include "attention/scaled_dot_product_attention.hpp"

namespace attention::fast {

// A batch of matrices (tokens, width), one after the other, or `beside` of them side by side in each row.
struct Heads {
  const float* data = nullptr;
  Shape batch;
  std::size_t beside = 1, tokens = 0, width = 0;

  std::size_t token_step() const { return beside * width; }
  std::size_t place(std::size_t n) const { return n / beside * tokens * token_step() + n % beside * width; }
};

// (…, T, D), or (B, T, H·D) with `heads` of them side by side.
std::optional<Heads> heads_of(const TensorView& x, std::size_t heads);

// Each head of the last axis serves `shared` neighbouring ones: 0 0 1 1 2 2.
struct Operand {
  Heads heads;
  std::size_t shared = 1;
  std::vector<std::size_t> places;  // where the matrix of each head of the batch begins

  Shape batch() const;
  void lay(const Shape& over);  // fills `places`
  kernels::Rows at(std::size_t n) const { return {heads.data + places[n], heads.token_step()}; }
};

// A mask broadcast to scores (batch…, T_q, T_k): where the cells of each matrix begin, and the strides within.
struct LaidMask {
  const std::uint8_t* may = nullptr;
  const float* added = nullptr;
  std::size_t keys = 0;  // keys beyond these are blocked
  std::size_t row = 0, column = 0;
  std::vector<std::size_t> places;
};

struct Batch {
  Operand query, key, value;
  Shape batch;
  LaidMask mask;
  kernels::Head head;  // all that is the same for every head
};

// Nothing if the arguments do not fit together, or the scale is not finite.
std::optional<Batch> arrange(const TensorView& query, const TensorView& key, const TensorView& value,
                             const AttentionOptions& options);

// Head n of the batch, all its queries.
kernels::Head head_at(const Batch& b, const AttentionOptions& options, std::size_t n);

}  // namespace attention::fast
