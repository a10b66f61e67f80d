// Facts about a row of the large map and about one of its cells, computed on demand.
#pragma once

#include <cstddef>
#include <vector>

#include "large_map/computation.hpp"

namespace large_map {

struct Row {
  std::size_t row = 0, keys = 0;  // keys: number of keys this query sees
  std::vector<float> weights;     // one per token; 0 where masked
  double entropy = 0;             // bits
};

Row row_of(const Computation& large, std::size_t row);
// 1: no weight of the row is larger.
std::size_t rank_in_row(const Row& row, std::size_t column);
// The indices of its largest weights, largest first.
std::vector<std::size_t> largest_of_row(const Row& row, std::size_t count);

}  // namespace large_map
