// What a graph refuses, and the sentences it says then.
#pragma once

#include "graph/graph.hpp"

namespace graph {

Result<void> check_name(const Graph& graph, std::string_view name);  // given, and new
Result<void> check_size(const Shape& shape);                         // not too many values
Result<void> check_inputs(const Graph& graph, const Node& node);     // as many as the operation takes, all earlier
Result<void> check_options(const Operation& operation, const Options& options);  // known, right kind, in range
Result<void> check_index(const Node& node, const Index& index);                  // a cell of the node

}  // namespace graph
