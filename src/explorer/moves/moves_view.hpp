// How far a nudge moves a cell. The rest of what is shown during “What moves this?” is declared in
// views/view_context.hpp.
#pragma once

#include "graph/core/graph.hpp"

namespace explorer {

inline constexpr double first_nudge = 0.1;
// A tenth of the power of ten below the largest number of the tensor: 0.1 where that is 4, 1 where it is 12.
double nudge_step(const graph::Graph& graph, graph::NodeId node);

}  // namespace explorer
