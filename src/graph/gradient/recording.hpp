// A computation without its numbers: the operations, inputs and shapes of its nodes. Derivatives are written into it,
// so that their cost is known, and what is not needed is left out, before anything is computed. Uses no xtensor.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/core/operation.hpp"

namespace graph {

struct RecordedNode {
  std::string name;                      // of a tensor that has one, for messages
  const Operation* operation = nullptr;  // nullptr for a source
  Options options;
  std::vector<NodeId> inputs;
  Shape shape;
};

class Recording {
 public:
  NodeId add(RecordedNode node);
  // The operation applied to earlier nodes: a node that does the same, if there is one, or a new one.
  NodeId apply(std::string_view name, std::vector<NodeId> inputs, Options options = {});

  const RecordedNode& operator[](NodeId id) const { return nodes_[id]; }
  const Shape& shape(NodeId id) const { return nodes_[id].shape; }
  std::size_t size() const { return nodes_.size(); }
  // The first error of apply(), such as a tensor that would be too large; what was recorded after it has no meaning.
  const std::optional<Error>& failure() const { return failure_; }
  // Whether each node is one of `results` or needed to compute one; one entry per node.
  std::vector<bool> needed(std::span<const NodeId> results) const;

 private:
  std::deque<RecordedNode> nodes_;  // so that a shape stays where it is while nodes are added
  std::map<std::pair<const Operation*, std::vector<NodeId>>, std::vector<NodeId>> by_work_;
  std::optional<Error> failure_;
};

class Graph;
Recording recorded(const Graph& graph);  // with the same ids

}  // namespace graph
