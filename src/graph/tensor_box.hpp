// The graph's tensor behind a name that other headers can forward-declare. Only operations and graph.cpp include this.
#pragma once

#include <optional>
#include <vector>

#include "attention/tensor.hpp"
#include "graph/types.hpp"

namespace graph {

struct TensorBox {
  attention::Tensor tensor;
};

struct Evaluated {
  attention::Tensor tensor;
  std::optional<std::vector<Axis>> axes;  // when the operation names the places itself, such as words of a sentence
};

}  // namespace graph
