// Evaluates anew only what lies between the two nodes; follows sources backwards.
#include "graph/core/without.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "graph/core/basic.hpp"

namespace graph {

namespace {

// The cells of `target` when `of` holds other numbers.
Result<std::vector<float>> evaluate_with(const Graph& graph, NodeId of, TensorBox instead, NodeId target) {
  std::map<NodeId, TensorBox> changed;
  changed.emplace(of, std::move(instead));
  for (NodeId id = of + 1; id <= target; ++id) {
    const Node& node = graph.node(id);
    if (std::ranges::none_of(node.inputs, [&](NodeId input) { return changed.contains(input); })) continue;
    std::vector<const TensorBox*> inputs;
    for (const NodeId input : node.inputs) {
      const auto found = changed.find(input);
      inputs.push_back(found == changed.end() ? &graph.tensor(input) : &found->second);
    }
    Result<Evaluated> made = node.operation->evaluate(inputs, node.options);
    if (!made) return std::unexpected(made.error());
    changed.emplace(id, TensorBox{std::move(made->tensor)});
  }
  const auto found = changed.find(target);
  const float* data = (found == changed.end() ? graph.tensor(target) : found->second).tensor.data();
  return std::vector<float>(data, data + count(graph.node(target).shape));
}

// The place of a cell, or of the first in a slice, in row-major order; and how many cells have these first indices.
std::pair<std::size_t, std::size_t> place_of(const Shape& shape, const Index& slice) {
  std::size_t first = 0, size = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis < slice.size()) first = first * shape[axis] + slice[axis];
    else size *= shape[axis];
  }
  return {first * size, size};
}

}  // namespace

Result<std::vector<float>> evaluate_without(const Graph& graph, NodeId of, std::span<const Index> slices,
                                            NodeId target) {
  TensorBox zeroed = graph.tensor(of);
  for (const Index& slice : slices) {
    const auto [first, size] = place_of(graph.node(of).shape, slice);
    std::fill_n(zeroed.tensor.data() + first, size, 0.0f);
  }
  return evaluate_with(graph, of, std::move(zeroed), target);
}

Result<std::vector<float>> evaluate_moved(const Graph& graph, const CellRef& cell, float by, NodeId target) {
  TensorBox moved = graph.tensor(cell.node);
  moved.tensor.data()[place_of(graph.node(cell.node).shape, cell.index).first] += by;
  return evaluate_with(graph, cell.node, std::move(moved), target);
}

std::set<Index> cells_behind(const Graph& graph, const CellRef& cell, NodeId of) {
  std::set<Index> found;
  std::set<std::pair<NodeId, Index>> seen{{cell.node, cell.index}};
  std::vector<std::pair<NodeId, Index>> open(seen.begin(), seen.end());
  while (!open.empty()) {
    const auto [id, index] = std::move(open.back());
    open.pop_back();
    if (id == of) found.insert(index);
    const Node& node = graph.node(id);
    if (id <= of || node.operation == nullptr) continue;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] < of) continue;
      for (Index& source : node.operation->sources(i, {graph, id, index, 0}))
        if (auto [at, is_new] = seen.emplace(node.inputs[i], std::move(source)); is_new) open.push_back(*at);
    }
  }
  return found;
}

}  // namespace graph
