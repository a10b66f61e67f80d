// Facts about a row of the large map and about one of its cells, computed on demand.
#pragma once

#include <string>
#include <vector>

#include "explorer/large_map/large.hpp"

namespace explorer {

struct LargeRow {
  std::size_t row = 0, keys = 0;  // keys: number of keys this query sees
  std::vector<float> weights;     // one per token; 0 where masked
  double entropy = 0;             // bits
};

LargeRow large_row(const Large& large, std::size_t row);
// 1: no weight of the row is larger.
std::size_t rank_in_row(const LargeRow& row, std::size_t column);
// With exactly this many decimals, so that it fits into its cell: what rounds to nothing is 0.00.
std::string weight_in_cell(float weight, int decimals);
// The indices of its largest weights, largest first.
std::vector<std::size_t> largest_of_row(const LargeRow& row, std::size_t count);

}  // namespace explorer
