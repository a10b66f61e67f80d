// Tries each node alone first, since one without a slope would leave the others without theirs.
#include "explorer/moves/slopes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "explorer/state/cells.hpp"
#include "graph/gradient/derivative.hpp"
#include "lesson/run/gradients.hpp"

namespace explorer {
namespace {

using graph::NodeId;

// The nodes that have a slope. If there is none, why the first does not.
graph::Result<std::vector<NodeId>> with_slope(const graph::Graph& graph, const graph::CellRef& of,
                                              std::span<const NodeId> nodes) {
  std::vector<NodeId> found;
  std::optional<graph::Error> why;
  for (const NodeId node : nodes) {
    if (node >= of.node || std::ranges::contains(found, node)) continue;
    graph::Recording record = graph::recorded(graph);
    const auto cell =
        of.index.empty() ? std::nullopt : std::optional(of.index);  // a number without axes is its only one
    const auto made = graph::record_gradients(record, of.node, cell, std::span(&node, 1));
    if (made) found.push_back(node);
    else if (!why || (why->code != "slope" && made.error().code == "slope")) why = made.error();
  }
  if (found.empty() && why && why->code == "slope") return std::unexpected(std::move(*why));
  if (found.empty()) return graph::fail("gradient", "of", "This number depends on none of these tensors.");
  return found;
}

// Whether a hidden number can be read from these nodes: one of them or of those that they are computed from beyond
// `own`, the lesson's, is hidden in part.
bool reveals(const graph::Graph& graph, std::span<const NodeId> results, std::size_t own, const Hidden& hidden) {
  std::vector<NodeId> open(results.begin(), results.end());
  std::vector<bool> seen(graph.size());
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    if (hidden.touches(id)) return true;
    if (id < own) continue;
    const graph::Node& node = graph.node(id);
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      if (!node.operation->only_shape_counts(i)) open.push_back(node.inputs[i]);
  }
  return false;
}

// An open question about a slope would be answered by any other way to it.
bool asks_for_slope(const graph::Graph& graph, const Hidden& hidden) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (hidden.touches(id) && (graph.node(id).gradient || graph.node(id).derived)) return true;
  return false;
}

}  // namespace

graph::Result<Slopes> Slopes::of(const lesson::Lesson& lesson, const lesson::Overrides& overrides,
                                 const graph::Graph& shown, const Hidden& hidden, const graph::CellRef& of,
                                 std::span<const NodeId> nodes) {
  const auto found = with_slope(shown, of, nodes);
  if (!found) return std::unexpected(found.error());
  auto again = lesson::run(lesson, overrides, &shown);
  if (!again) return std::unexpected(again.error());
  Slopes out;
  out.graph_ = std::move(*again);
  lesson::GradientQuery query{shown.node(of.node).name, of.index, {}};
  if (of.index.empty()) query.cell.reset();
  for (const NodeId node : *found) query.wrt.push_back(shown.node(node).name);
  const auto made = lesson::add_gradients(out.graph_, query);
  if (!made) return std::unexpected(made.error());
  if (hidden.any() &&
      (hidden.covers(of) || asks_for_slope(shown, hidden) || reveals(out.graph_, *made, shown.size(), hidden)))
    return graph::fail("hidden", "of", "These slopes would give away a hidden number.");
  for (std::size_t i = 0; i < found->size(); ++i) out.slopes_.emplace_back((*found)[i], (*made)[i]);
  return out;
}

std::optional<NodeId> Slopes::with_respect_to(NodeId node) const {
  const auto found = std::ranges::find(slopes_, node, &std::pair<NodeId, NodeId>::first);
  return found == slopes_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<NodeId> Slopes::moved_by(NodeId slopes) const {
  const auto found = std::ranges::find(slopes_, slopes, &std::pair<NodeId, NodeId>::second);
  return found == slopes_.end() ? std::nullopt : std::optional(found->first);
}

std::vector<NodeId> Slopes::nodes() const {
  std::vector<NodeId> out;
  for (const auto& [node, slopes] : slopes_) out.push_back(node);
  return out;
}

}  // namespace explorer
