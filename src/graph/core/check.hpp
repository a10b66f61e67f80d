// Checks of graph inputs, and their error messages.
#pragma once

#include "graph/core/graph.hpp"

namespace graph {

Result<void> check_name(const Graph& graph, std::string_view name);              // not empty, and not used yet
Result<void> check_size(const Shape& shape);                                     // not too many values
Result<void> check_inputs(const Graph& graph, const Node& node);                 // the right number, all earlier nodes
Result<void> check_options(const Operation& operation, const Options& options);  // known, right kind, in range
Result<void> check_index(const Node& node, const Index& index);                  // a cell of the node

}  // namespace graph
