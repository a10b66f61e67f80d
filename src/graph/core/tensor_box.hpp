// The graph's tensor in a type that other headers can forward-declare. Only operations and graph.cpp include this.
#pragma once

#include <optional>
#include <vector>

#include "attention/tensor/tensor.hpp"
#include "graph/core/types.hpp"

namespace graph {

struct TensorBox {
  attention::Tensor tensor;
};

struct Evaluated {
  attention::Tensor tensor;
  std::optional<std::vector<Axis>> axes;  // if the operation names the indices itself, such as words of a sentence
};

}  // namespace graph
