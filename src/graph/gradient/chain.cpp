// Adds recorded gradients to a graph: each node gets a name and a printed symbol. The gradient with respect to a tensor
// is called after it, ∂loss/∂scores; other parts of the chain are δ with a number, and what is computed once more on
// the way, h with a number.
#include <algorithm>

#include "graph/gradient/derivative.hpp"

namespace graph {
namespace {

std::string unused(const Graph& graph, std::string name) {
  while (graph.find(name)) name += "_";
  return name;
}

// "[0, 2]", counted from `first`.
std::string cell_text(const std::optional<Index>& cell, std::size_t first) {
  std::string out;
  for (std::size_t a = 0; cell && a < cell->size(); ++a) out += joined({(a ? ", " : "["), (*cell)[a] + first});
  return out.empty() ? out : out + "]";
}

class Chain {
 public:
  Chain(Graph& graph, NodeId of, const std::optional<Index>& cell, std::span<const NodeId> to)
      : graph_(graph), record_(recorded(graph)), of_(of), cell_(cell), to_(to) {}

  Result<void> record() {
    Result<RecordedGradients> made = record_gradients(record_, of_, cell_, to_);
    if (!made) return std::unexpected(made.error());
    made_ = std::move(*made);
    return {};
  }

  // Adds all nodes that the results need and that are not there yet, but for a result that has the place of `last`:
  // that one is added in any case, last. Returns the ids of the results.
  Result<std::vector<NodeId>> commit(Node* last) {
    const NodeId first = graph_.size();
    const std::vector<bool> needed = record_.needed(made_.results);
    std::vector<NodeId> ids(record_.size());
    std::vector<bool> descends(record_.size());  // from the gradient that the chain starts with
    for (NodeId id = 0; id < record_.size(); ++id) {
      const RecordedNode& made = record_[id];
      descends[id] =
          id == made_.seed || std::ranges::any_of(made.inputs, [&](NodeId input) { return descends[input]; });
      ids[id] = id;
      if (id < first || !needed[id] || (last != nullptr && id == made_.results.front())) continue;
      Node node = named(id, descends[id], ids);
      node.derived = true;
      make(node, made, ids);
      const Result<NodeId> added = graph_.add_operation(std::move(node));
      if (!added) return fail(added.error().code, "inputs/0", added.error().message);
      ids[id] = *added;
    }
    std::vector<NodeId> out;
    for (const NodeId id : made_.results) out.push_back(ids[id]);
    if (last == nullptr) return out;
    make(*last, record_[made_.results.front()], ids);
    const Result<NodeId> added = graph_.add_operation(std::move(*last));
    if (!added) return std::unexpected(added.error());
    return std::vector<NodeId>{*added};
  }

  Symbol symbol(NodeId to) const {
    Symbol out = printed(to);
    out.base = joined({"∂", plain(printed(of_)), cell_text(cell_, 1), "/∂", out.base});
    return out;
  }

 private:
  Symbol printed(NodeId id) const {
    const Node& node = graph_.node(id);
    return node.symbol.base.empty() ? Symbol{node.name, {}, {}} : node.symbol;
  }

  Node named(NodeId id, bool descends, const std::vector<NodeId>& ids) {
    Node node;
    // Where a gradient is passed on unchanged, it belongs to several tensors and is called after the first.
    const auto to = std::ranges::find(made_.of_node, std::optional(id));
    if (to != made_.of_node.end()) {
      const NodeId of = ids[static_cast<NodeId>(to - made_.of_node.begin())];
      node.name = unused(graph_, joined({"∂", graph_.node(of_).name, cell_text(cell_, 0), "/∂", graph_.node(of).name}));
      node.symbol = symbol(of);
      node.axes = graph_.node(of).axes;
      return node;
    }
    const std::string_view letter = descends ? "delta_" : "again_";
    std::size_t& number = descends ? deltas_ : agains_;
    while (graph_.find(joined({letter, number}))) ++number;
    node.name = joined({letter, number});
    node.symbol = {descends ? "δ" : "h", std::to_string(number), {}};
    return node;
  }

  static void make(Node& node, const RecordedNode& made, const std::vector<NodeId>& ids) {
    node.operation = made.operation;
    node.options = made.options;
    node.inputs.clear();
    for (const NodeId input : made.inputs) node.inputs.push_back(ids[input]);
  }

  Graph& graph_;
  Recording record_;
  NodeId of_;
  std::optional<Index> cell_;
  std::span<const NodeId> to_;
  RecordedGradients made_;
  std::size_t deltas_ = 1, agains_ = 1;
};

}  // namespace

Result<std::vector<NodeId>> add_gradients(Graph& graph, NodeId of, const std::optional<Index>& cell,
                                          std::span<const NodeId> to) {
  Chain chain(graph, of, cell, to);
  if (auto done = chain.record(); !done) return std::unexpected(done.error());
  return chain.commit(nullptr);
}

Result<NodeId> add_gradient(Graph& graph, Node node) {
  const NodeId of = node.inputs[0], to = node.inputs[1];
  const Result<std::optional<Index>> cell = gradient_cell(graph.node(of).shape, node.options);
  if (!cell) return std::unexpected(cell.error());
  Chain chain(graph, of, *cell, std::span(&to, 1));
  if (auto done = chain.record(); !done) return std::unexpected(done.error());
  if (node.symbol.base.empty() || node.symbol == Symbol{node.name, {}, {}}) node.symbol = chain.symbol(to);
  if (node.axes.empty()) node.axes = graph.node(to).axes;
  node.gradient = Gradient{of, to, *cell};
  const Result<std::vector<NodeId>> added = chain.commit(&node);
  if (!added) return std::unexpected(added.error());
  return added->front();
}

}  // namespace graph
