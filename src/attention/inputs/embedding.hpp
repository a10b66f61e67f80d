// Ids become vectors: rows of a table, or rows of zeros with a single 1. Ids are whole numbers, held as float32.
#pragma once

#include <cstddef>
#include <optional>

#include "attention/tensor/shape.hpp"

namespace attention {

// torch.nn.functional.embedding: row ids[…] of a table. ids (…), weight (N, D) → (…, D). Errors "rank", "range" (an id
// that is not 0 … N - 1).
Result<Tensor> embedding(const Tensor& ids, const Tensor& weight);

// torch.nn.functional.one_hot, as float32: ids (…) → (…, num_classes). Error "range" (an id that is not
// 0 … num_classes - 1 and not `ignored`, whose row has no 1).
Result<Tensor> one_hot(const Tensor& ids, std::size_t num_classes, std::optional<long long> ignored = std::nullopt);

}  // namespace attention
