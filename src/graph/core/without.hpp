// What a node would be if parts of an earlier one were zero or one of its cells were moved, and which parts it depends on.
// Nothing in the graph changes.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "graph/core/graph.hpp"

namespace graph {

// The cells of `target`, row-major, with the slices of `of` zero whose first indices are these: {1} of (H, T, D) is head 1
// whole. Every operation in between is evaluated as for the graph itself. Errors: those of the operations.
Result<std::vector<float>> evaluate_without(const Graph& graph, NodeId of, std::span<const Index> slices,
                                            NodeId target);

// The cells of `target`, row-major, with `by` added to one cell of a source or of a computed tensor. Errors: those of the
// operations.
Result<std::vector<float>> evaluate_moved(const Graph& graph, const CellRef& cell, float by, NodeId target);

// The cells of `of` that a later cell is computed from.
std::set<Index> cells_behind(const Graph& graph, const CellRef& cell, NodeId of);

}  // namespace graph
