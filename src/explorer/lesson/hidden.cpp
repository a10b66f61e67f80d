// Hiding a number also hides its copies (in a slice, a transpose, a fold of heads), which would otherwise reveal the
// answer. Copies are found from the layout of an operation and its sources, not from its name.
#include "explorer/lesson/hidden.hpp"

#include <algorithm>
#include <cmath>

#include "explorer/lesson/answers.hpp"
#include "explorer/state/cells.hpp"
#include "graph/core/operation.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_cells_followed = 20'000;  // of one tensor; questions in lessons hide far smaller ones

bool only_moves_cells(const graph::Node& node) {
  if (node.operation == nullptr) return false;
  const graph::Layout layout = node.operation->layout();
  return layout == graph::Layout::slice || layout == graph::Layout::reshape || layout == graph::Layout::gather;
}

bool same_number(const graph::Graph& graph, const graph::CellRef& a, const graph::CellRef& b) {
  const float left = graph.at(a.node, a.index);
  const float right = graph.at(b.node, b.index);
  return left == right || (std::isnan(left) && std::isnan(right));
}

}  // namespace

void Hidden::hide(const lesson::Question& question, const lesson::Lesson& lesson, const State& state,
                  const graph::Graph& graph) {
  for (const lesson::HiddenCells& spec : lesson::asked_of(question, state.student).hides) {
    if (!holds(spec.when, lesson, state)) continue;
    const std::optional<graph::NodeId> node = graph.find(spec.tensor);
    if (!node) continue;
    if (spec.cells.empty()) covers_[*node].all = true;
    for (const graph::Index& index : spec.cells)
      if (within(graph.node(*node).shape, index)) hide({*node, index});
  }
}

Hidden::Hidden(const lesson::Lesson& lesson, const lesson::Step& step, const State& state, const graph::Graph& graph,
               bool on_paper) {
  for (const lesson::Step& one : lesson.steps) {
    const bool here = one.id == step.id;
    const bool asks = on_paper || (here && one.question && !is_open(*one.question, state));
    if (one.question && asks) hide(*one.question, lesson, state, graph);
    if (here) break;
  }
  if (covers_.empty()) return;
  // Back to the originals of copies, then forward to all copies of those.
  for (graph::NodeId node = graph.size(); node-- > 0;) spread(node, graph);
  for (graph::NodeId node = 0; node < graph.size(); ++node) spread(node, graph);
}

void Hidden::spread(graph::NodeId id, const graph::Graph& graph) {
  const graph::Node& node = graph.node(id);
  if (!only_moves_cells(node) || node.inputs.empty()) return;
  const std::size_t count = cell_count(node.shape);
  if (count == 0 || count > most_cells_followed) return;
  const bool concerned = touches(id) || std::ranges::any_of(node.inputs, [&](auto input) { return touches(input); });
  if (!concerned) return;
  for (std::size_t input = 0; input < node.inputs.size(); ++input) {
    std::vector<std::pair<graph::CellRef, graph::CellRef>> pairs;  // a cell and the cell that it copies
    bool copies = true;
    graph::Index index(node.shape.size(), 0);
    do {
      const std::vector<graph::Index> sources = node.operation->sources(input, {graph, id, index, 0});
      copies = sources.size() == 1;  // computed from several cells: not a copy
      if (!copies) break;
      pairs.push_back({{id, index}, {node.inputs[input], sources.front()}});
      copies = same_number(graph, pairs.back().first, pairs.back().second);
    } while (copies && next_index(node.shape, index));
    if (!copies) continue;
    for (const auto& [copy, source] : pairs) {
      if (covers(source)) hide(copy);
      else if (covers(copy)) hide(source);
    }
  }
}

bool Hidden::covers(const graph::CellRef& cell) const {
  const auto found = covers_.find(cell.node);
  return found != covers_.end() && (found->second.all || found->second.cells.contains(cell.index));
}

bool Hidden::covers_all(graph::NodeId node, const graph::Graph& graph) const {
  const auto found = covers_.find(node);
  if (found == covers_.end()) return false;
  return found->second.all || found->second.cells.size() == cell_count(graph.node(node).shape);
}

}  // namespace explorer
