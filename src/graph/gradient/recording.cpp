// Records nodes by their shapes; see recording.hpp.
#include "graph/gradient/recording.hpp"

#include <algorithm>

#include "graph/core/check.hpp"
#include "graph/core/graph.hpp"

namespace graph {

NodeId Recording::add(RecordedNode node) {
  if (node.operation != nullptr) by_work_[{node.operation, node.inputs}].push_back(nodes_.size());
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

NodeId Recording::apply(std::string_view name, std::vector<NodeId> inputs, Options options) {
  const Operation* operation = find_operation(name);
  if (const auto alike = by_work_.find({operation, inputs}); alike != by_work_.end())
    for (const NodeId id : alike->second)
      if (nodes_[id].options == options) return id;
  std::vector<Shape> shapes;
  for (const NodeId input : inputs) shapes.push_back(nodes_[input].shape);
  Result<Shape> shape = operation->shape(shapes, options);
  if (shape) {
    if (auto fits = check_size(*shape); !fits) shape = std::unexpected(fits.error());
  }
  if (!shape && !failure_) failure_ = shape.error();
  return add({{}, operation, std::move(options), std::move(inputs), shape.value_or(Shape{})});
}

std::vector<bool> Recording::needed(std::span<const NodeId> results) const {
  std::vector<bool> out(nodes_.size());
  for (const NodeId id : results) out[id] = true;
  for (NodeId id = nodes_.size(); id-- > 0;)
    if (out[id])
      for (const NodeId input : nodes_[id].inputs) out[input] = true;
  return out;
}

Recording recorded(const Graph& graph) {
  Recording out;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    out.add({node.name, node.operation, node.options, node.inputs, node.shape});
  }
  return out;
}

}  // namespace graph
