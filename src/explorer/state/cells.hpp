// Iteration over the cells of a node, and the index arithmetic that all views share.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "graph/core/graph.hpp"
#include "graph/core/types.hpp"
#include "lesson/run/run.hpp"

namespace explorer {

std::size_t cell_count(const graph::Shape& shape);
bool within(const graph::Shape& shape, const graph::Index& index);
// Moves to the next index in row-major order; false after the last.
bool next_index(const graph::Shape& shape, graph::Index& index);
// Rows and columns of the last two axes: rank 1 is one row, rank 0 one cell.
std::size_t rows_of(const graph::Shape& shape);
std::size_t columns_of(const graph::Shape& shape);

// Every row of the node in row-major order: the index of its first cell, and its values.
void for_each_row(const graph::Graph& graph, graph::NodeId node,
                  const std::function<void(const graph::Index&, std::span<const float>)>& row);

// The cells whose values differ between two graphs, of nodes with the same name and shape, counted as in `now`; at most
// `most` of them. NaN equals NaN here: nothing visible has changed.
std::vector<graph::CellRef> differences(const graph::Graph& before, const graph::Graph& now, std::size_t most);
// Whether the edit is of a cell that exists in the graph and may be changed.
bool takes_edit(const lesson::Edit& edit, const graph::Graph& in);

}  // namespace explorer
