// Rows are read in blocks: asking the graph cell by cell would be slow for large tensors.
#include "explorer/state/cells.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace explorer {

std::size_t cell_count(const graph::Shape& shape) {
  std::size_t count = 1;
  for (const std::size_t length : shape) count *= length;
  return count;
}

bool within(const graph::Shape& shape, const graph::Index& index) {
  return std::ranges::equal(index, shape, [](std::size_t place, std::size_t length) { return place < length; });
}

bool next_index(const graph::Shape& shape, graph::Index& index) {
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (++index[axis] < shape[axis]) return true;
    index[axis] = 0;
  }
  return false;
}

std::size_t rows_of(const graph::Shape& shape) { return shape.size() < 2 ? 1 : shape[shape.size() - 2]; }
std::size_t columns_of(const graph::Shape& shape) { return shape.empty() ? 1 : shape.back(); }

void for_each_row(const graph::Graph& graph, graph::NodeId node,
                  const std::function<void(const graph::Index&, std::span<const float>)>& row) {
  const graph::Shape& shape = graph.node(node).shape;
  if (cell_count(shape) == 0) return;
  const std::size_t columns = columns_of(shape);
  const std::size_t leading = shape.size() < 2 ? 0 : shape.size() - 2;
  graph::Shape without_columns(shape.begin(), shape.empty() ? shape.end() : shape.end() - 1);
  graph::Index at(without_columns.size(), 0);
  graph::Index first(shape.size(), 0);
  std::vector<float> values(columns);
  do {
    graph.block(node, std::span(at).first(leading), at.empty() ? 0 : at.back(), 1, 0, columns, values);
    std::ranges::copy(at, first.begin());
    row(first, values);
  } while (next_index(without_columns, at));
}

std::vector<graph::CellRef> differences(const graph::Graph& before, const graph::Graph& now, std::size_t most) {
  std::vector<graph::CellRef> changed;
  for (graph::NodeId id = 0; id < now.size() && changed.size() < most; ++id) {
    const std::optional<graph::NodeId> old = before.find(now.node(id).name);
    if (!old || before.node(*old).shape != now.node(id).shape) continue;
    std::vector<float> old_values;
    old_values.reserve(cell_count(now.node(id).shape));
    for_each_row(before, *old, [&](const graph::Index&, std::span<const float> row) {
      old_values.insert(old_values.end(), row.begin(), row.end());
    });
    std::size_t at = 0;
    for_each_row(now, id, [&](const graph::Index& first, std::span<const float> row) {
      for (std::size_t column = 0; column < row.size(); ++column, ++at) {
        const float old_value = old_values[at];
        if (row[column] == old_value || (std::isnan(row[column]) && std::isnan(old_value))) continue;
        if (changed.size() >= most) return;
        changed.push_back({id, first});
        if (!first.empty()) changed.back().index.back() = column;
      }
    });
  }
  return changed;
}

bool takes_edit(const lesson::Edit& edit, const graph::Graph& in) {
  const std::optional<graph::NodeId> id = in.find(edit.tensor);
  if (!id) return false;
  const graph::Node& node = in.node(*id);
  return node.editable && node.operation == nullptr && within(node.shape, edit.index);
}

}  // namespace explorer
