// Gradients of a lesson's tensors that no line of the lesson asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/core/graph.hpp"

namespace lesson {

struct GradientQuery {
  std::string of;                    // a tensor with one cell, or
  std::optional<graph::Index> cell;  // one of its cells, from 0
  std::vector<std::string> wrt;      // with respect to these tensors
};

// Adds what computes the gradients to the lesson's graph and returns their nodes, in the order of `wrt`. Errors: a tensor
// that does not exist, several cells, a tensor that the number does not depend on, an operation without slope on the
// way, and the limits of a lesson; with the path "of", "cell" or "wrt[1]".
graph::Result<std::vector<graph::NodeId>> add_gradients(graph::Graph& graph, const GradientQuery& query);

}  // namespace lesson
