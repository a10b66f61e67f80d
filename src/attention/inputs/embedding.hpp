// The embedding look-up: ids to rows of a table.
#pragma once

#include <cstddef>
#include <vector>

#include "attention/tensor/shape.hpp"

namespace attention {

// Rows of the table (N, D) for the ids → (T, D). Error "range" names an id that is not below N.
Result<Tensor> embedding(const std::vector<std::size_t>& ids, const Tensor& table);

}  // namespace attention
