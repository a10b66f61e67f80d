// The cost of attention, counted rather than timed: parameters, multiply-adds and bytes of float32, operation by
// operation. S1's "3k²" is the first three rows of `narrow`; it leaves out the joining matrix and its bias.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "attention/tensor/error.hpp"

namespace attention {

struct Cost {
  std::string operation;            // "query projection", "scores", …
  std::uint64_t parameters = 0;     // trainable numbers
  std::uint64_t multiply_adds = 0;  // one multiplication with one addition; softmax counts none
  std::uint64_t bytes = 0;          // of parameters and result, as float32
};

struct CostTable {
  std::vector<Cost> operations;
  Cost total;
};

// single: one head of width k, no joining matrix. narrow: h heads of width k/h. wide: h heads of width k.
enum class HeadKind { single, narrow, wide };

struct CostShape {
  std::uint64_t batch = 1, tokens = 1, width = 1, heads = 1;  // b, t, k, h
  bool projection_bias = false;                               // on query, key, value
  bool output_bias = true;                                    // on the joining matrix (S1's unifyheads has one)
};

// Errors: "heads" (0, or k not a multiple for narrow heads), "size" (beyond 2^53).
Result<CostTable> count_costs(HeadKind kind, const CostShape& shape);

// One linear layer on b·t tokens.
Cost linear_cost(std::string operation, std::uint64_t rows, std::uint64_t in, std::uint64_t out, bool bias);

}  // namespace attention
