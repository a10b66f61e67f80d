// What the heads of a layer do in a text, in numbers that can be added up over texts. Reads a run and changes nothing.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "models/run.hpp"

namespace models {

// Of the rows i = 1 … T − 1 of a head's weights A, each as a sum with how many rows it is of:
// first: A[i, 0]; previous: A[i, i − 1]; same: Σ A[i, j] over the other places j with the same token; followed: Σ A[i, j + 1]
// over these j, where it is not i itself (Elhage et al. 2021: induction); distance: Σ A[i, j] |i − j|; entropy: −Σ A[i, j]
// log₂ A[i, j]; output: the length of what the head adds to the stream at i, over that of the stream before the layer. Only
// rows that see such a place j count for same and followed.
enum class Measure : std::uint8_t { first, previous, same, followed, distance, entropy, output };
inline constexpr std::size_t measure_count = 7;

// The row in which a measure is largest, the first one if there are several, and the token that this row looks at: of
// those that the measure is about, or of all for the last three, the one with the largest weight. value: of this row.
struct LargestRow {
  std::size_t row = 0, column = 0;
  double value = 0;
};

struct HeadMeasures {
  std::array<double, measure_count> sums{};
  std::array<std::size_t, measure_count> rows{};
  std::array<LargestRow, measure_count> largest{};  // row 0: none, since rows begin with 1
};

// Of each head. Error "range" for a layer that does not exist.
Result<std::vector<HeadMeasures>> measure(const Run& run, std::size_t layer);

}  // namespace models
