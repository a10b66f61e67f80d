// What moves a number: its slopes with respect to the tensors that a step shows, recorded in a second graph of the same
// lesson, so that the graph that is shown stays as it is. Depends on lesson and graph only.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explorer/lesson/hidden.hpp"
#include "graph/core/graph.hpp"
#include "lesson/run/run.hpp"

namespace explorer {

class Slopes {
 public:
  // Of the cell `of`, with respect to those of the nodes that it depends on. `shown` is the graph of this lesson under
  // these overrides. Errors: that of an operation on the way without a slope, if no node is left; a number
  // that depends on none of them ("gradient"); slopes computed from what a question hides ("hidden"); and the limits of a
  // lesson.
  static graph::Result<Slopes> of(const lesson::Lesson& lesson, const lesson::Overrides& overrides,
                                  const graph::Graph& shown, const Hidden& hidden, const graph::CellRef& of,
                                  std::span<const graph::NodeId> nodes);

  // The node of graph() that holds the slopes with respect to this one, with the same shape; none: it has none.
  std::optional<graph::NodeId> with_respect_to(graph::NodeId node) const;
  // The opposite: the node whose slopes this one holds.
  std::optional<graph::NodeId> moved_by(graph::NodeId slopes) const;
  const graph::Graph& graph() const { return graph_; }  // up to the size of the graph that is shown with the same ids
  std::vector<graph::NodeId> nodes() const;             // those that have slopes

 private:
  graph::Graph graph_;
  std::vector<std::pair<graph::NodeId, graph::NodeId>> slopes_;  // a node, and the one that holds its slopes
};

}  // namespace explorer
