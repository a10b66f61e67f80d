// What is unusual about attention weights that were computed elsewhere: rows that are no distribution, and gaps in a causal
// mask.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace files {

enum class Oddity : std::uint8_t {
  not_a_number,  // NaN, or infinite beside finite numbers
  all_hidden,    // a row of −∞ alone: scores whose mask hides every key
  negative,      // scores rather than weights
  sum,           // the row does not add up to 1
  future         // a key after the query has weight, though elsewhere a causal mask hides those
};
inline constexpr std::size_t oddities = 5;

struct OddPlace {
  std::size_t count = 0;                     // of cells; of rows for all_hidden and sum
  std::size_t head = 0, query = 0, key = 0;  // the first of them, from 0
  double value = 0;                          // the cell; for sum the row's sum
};

// Sums may be off by this much: bfloat16 keeps eight bits of each weight.
inline constexpr double sum_tolerance = 0.01;

// weights: (heads, queries, keys) in C's order. A causal mask is assumed where more than half of the rows that could see
// the future give it no weight.
std::array<OddPlace, oddities> check_weights(std::span<const float> weights, std::size_t queries, std::size_t keys);

}  // namespace files
