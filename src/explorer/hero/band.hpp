// The large map in small, which the contents show: the largest weights of a trained head under the cells of a grid. The
// build of the site computes them (web/build/band.mjs); they come with the contents' sentence.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explorer/json/json.hpp"

namespace explorer {

struct LargeBand {
  std::size_t rows = 0, columns = 0;
  std::vector<float> roots;  // (rows, columns): square roots of weights, 0 to 1
};

inline constexpr std::size_t longest_band = 4096;  // cells

// {"rows", "columns", "weights"}: the square roots as digits of base 36, row by row. None if the value does not exist; an
// Error if there are not as many digits as cells.
graph::Result<std::optional<LargeBand>> read_band(const json::Value& value);

}  // namespace explorer
