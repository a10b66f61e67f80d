// The commands that change what the reader looks at: the cell that is pointed at or focused, and the slice that is
// shown.
#include <algorithm>
#include <utility>

#include "explorer/state/cells.hpp"
#include "explorer/state/impl.hpp"

namespace explorer {

// A tensor of rank over 2 shows one slice; a focused or hovered cell must be in it.
void Explorer::Impl::show_slice_of(const graph::CellRef& cell) {
  const graph::Node& node = graph.node(cell.node);
  const AttentionView* attention = view.attention ? &*view.attention : nullptr;
  for (const std::size_t axis : leading_axes(node)) {
    const std::string name = known_name(node, axis);
    // A cell of the head that is shown beside another is in view already.
    const bool beside = attention && attention->compared && attention->head_axis == name &&
                        (cell.node == attention->shown.node || cell.node == attention->weights.node) &&
                        cell.index[axis] == attention->compared->head;
    if (!beside) state.leading[name] = cell.index[axis];
  }
  follow(cell);
}

void Explorer::Impl::show_beat_of(graph::NodeId node) {
  state.beat = first_part_of(lesson, lesson.steps[step_place()], graph, state, node).value_or(state.beat);
}

std::optional<graph::NodeId> Explorer::Impl::followed_parts() const {
  for (const lesson::Figure& figure : lesson.steps[step_place()].stage)
    for (const std::string& name : figure.tensors) {
      const std::optional<graph::NodeId> id = graph.find(name);
      if (!id || graph.node(*id).shape.size() < 3) continue;
      if (row_axis(graph.node(*id)) + 2 < graph.node(*id).shape.size()) return id;
    }
  return std::nullopt;
}

std::optional<std::size_t> Explorer::Impl::followed_axis(graph::NodeId of) const {
  const std::optional<graph::NodeId> parts = followed_parts();
  if (!parts) return std::nullopt;
  const graph::NodeId weights = graph.node(*parts).inputs.front();
  const graph::Node& node = graph.node(of);
  const bool sum = node.operation != nullptr && node.operation->layout() == graph::Layout::weighted_sum &&
                   node.inputs.front() == weights;
  return (of == weights || sum) && node.shape.size() >= 2 ? std::optional(node.shape.size() - 2) : std::nullopt;
}

void Explorer::Impl::follow(const graph::CellRef& cell) {
  follow_query(cell);
  const std::optional<std::size_t> axis = followed_axis(cell.node);
  if (!axis) return;
  const graph::Node& parts = graph.node(*followed_parts());
  state.leading[known_name(parts, parts.shape.size() - 2)] = cell.index[*axis];
}

// ---- commands ------------------------------------------------------------------------------------------------------

Result<Touched> Explorer::Impl::carry_out(const Hover& command) {
  if (command.cell && !exists(*command.cell)) return graph::fail("cell", "", say("refuse.no_cell"));
  if (state.hovered == command.cell) return Touched::nothing;
  state.hovered = command.cell;
  return Touched::look;
}

Result<Touched> Explorer::Impl::carry_out(const Focus& command) {
  if (command.cell && !exists(*command.cell)) return graph::fail("cell", "", say("refuse.no_cell"));
  const bool pin = command.pin && command.cell.has_value();
  if (state.focused == command.cell && state.pinned == pin) return Touched::nothing;
  state.focused = command.cell;
  state.pinned = pin;
  const auto before = std::pair(state.leading, state.attention);
  const auto stage = state.on_stage();
  if (command.cell) show_slice_of(*command.cell);
  keep_beside();
  const bool follows = std::ranges::any_of(view.figures, [](const auto& figure) { return figure->follows_focus(); });
  const bool same = before == std::pair(state.leading, state.attention) && !follows && stage == state.on_stage();
  return same ? Touched::look : Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const MoveFocus& command) {
  if (!state.focused) {  // the first arrow key goes to the step's own focus
    if (view.stage.empty() || view.stage.front().tensors.empty()) return Touched::nothing;
    const TensorView& tensor = view.stage.front().tensors.back();
    if (cell_count(tensor.shape) == 0) return Touched::nothing;
    state.focused = graph::CellRef{tensor.node, index_of(tensor, 0, 0)};
    follow(*state.focused);
    return Touched::view;
  }
  graph::CellRef cell = *state.focused;
  const graph::Shape& shape = graph.node(cell.node).shape;
  const auto move = [&](std::size_t axis, int by) {
    const auto last = static_cast<std::ptrdiff_t>(shape[axis]) - 1;
    const auto place = static_cast<std::ptrdiff_t>(cell.index[axis]) + by;
    cell.index[axis] = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, last));
  };
  if (shape.size() >= 2) move(row_axis(graph.node(cell.node)), command.rows);
  if (!shape.empty()) {
    move(shape.size() - 1, command.columns);
    if (command.to_row_start) cell.index.back() = 0;
    if (command.to_row_end) cell.index.back() = shape.back() - 1;
  }
  if (cell == *state.focused) return Touched::nothing;
  state.focused = std::move(cell);
  const auto before = std::pair(state.leading, state.attention);
  follow(*state.focused);
  return before == std::pair(state.leading, state.attention) ? Touched::look : Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const SetLeading& command) {
  std::size_t most = 0;
  for (graph::NodeId id = 0; id < graph.size(); ++id) {
    const graph::Node& node = graph.node(id);
    for (const std::size_t axis : leading_axes(node))
      if (known_name(node, axis) == command.axis) most = std::max(most, node.shape[axis]);
  }
  if (command.place >= most)
    return graph::fail("axis", command.axis, say("refuse.no_axis", {axis_name(*context, command.axis)}));
  const auto found = state.leading.find(command.axis);
  if ((found == state.leading.end() ? 0 : found->second) == command.place) return Touched::nothing;
  state.leading[command.axis] = command.place;
  state.hovered.reset();
  if (state.focused) {  // the selection moves to the slice that is shown now
    const graph::Node& node = graph.node(state.focused->node);
    for (const std::size_t axis : leading_axes(node))
      if (known_name(node, axis) == command.axis)
        state.focused->index[axis] = std::min(command.place, node.shape[axis] - 1);
    // Axes that are tied to this one move too, under their own names.
    if (const auto axis = followed_axis(state.focused->node)) {
      const graph::Node& parts = graph.node(*followed_parts());
      if (known_name(parts, parts.shape.size() - 2) == command.axis)
        state.focused->index[*axis] = std::min(command.place, node.shape[*axis] - 1);
    }
  }
  return Touched::view;
}

}  // namespace explorer
