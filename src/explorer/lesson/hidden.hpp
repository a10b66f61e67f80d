// The cells that the open question of the current step hides, on paper also those of the steps before. All code that
// shows, reads out or writes a number must check here first.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "explorer/state/state.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"

namespace explorer {

class Hidden {
 public:
  Hidden() = default;
  // Nothing is hidden when the step has no question or its answer has been shown. on_paper: no answer has been.
  Hidden(const lesson::Lesson& lesson, const lesson::Step& step, const State& state, const graph::Graph& graph,
         bool on_paper = false);

  bool any() const { return !covers_.empty(); }
  bool touches(graph::NodeId node) const { return covers_.contains(node); }
  bool covers(const graph::CellRef& cell) const;
  bool covers_all(graph::NodeId node, const graph::Graph& graph) const;

 private:
  struct Cover {
    bool all = false;
    std::set<graph::Index> cells;
  };
  void hide(const graph::CellRef& cell) { covers_[cell.node].cells.insert(cell.index); }
  void hide(const lesson::Question& question, const lesson::Lesson& lesson, const State& state,
            const graph::Graph& graph);
  void spread(graph::NodeId id, const graph::Graph& graph);

  std::map<graph::NodeId, Cover> covers_;
};

}  // namespace explorer
