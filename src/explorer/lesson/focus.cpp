// The commands that change what the reader looks at: the cell that is pointed at or focused, and the slice that is
// shown.
#include <algorithm>
#include <utility>

#include "explorer/lesson/screen.hpp"
#include "explorer/state/cells.hpp"

namespace explorer {

// A tensor of rank over 2 shows one slice; a focused or hovered cell must be in it.
void LessonScreen::show_slice_of(const graph::CellRef& cell) {
  const graph::Node& node = graph_.node(cell.node);
  const AttentionView* attention = view_.attention ? &*view_.attention : nullptr;
  for (const std::size_t axis : leading_axes(node)) {
    const std::string name = known_name(node, axis);
    // A cell of the head that is shown beside another is in view already.
    const bool beside = attention && attention->compared && attention->head_axis == name &&
                        (cell.node == attention->shown.node || cell.node == attention->weights.node) &&
                        cell.index[axis] == attention->compared->head;
    if (!beside) state_.leading[name] = cell.index[axis];
  }
  follow(cell);
}

void LessonScreen::show_beat_of(graph::NodeId node) {
  state_.beat = first_part_of(lesson_, lesson_.steps[step_place()], graph_, state_, node).value_or(state_.beat);
}

std::optional<graph::NodeId> LessonScreen::followed_parts() const {
  for (const lesson::Figure& figure : lesson_.steps[step_place()].stage)
    for (const std::string& name : figure.tensors) {
      const std::optional<graph::NodeId> id = graph_.find(name);
      if (!id || graph_.node(*id).shape.size() < 3) continue;
      if (row_axis(graph_.node(*id)) + 2 < graph_.node(*id).shape.size()) return id;
    }
  return std::nullopt;
}

std::optional<std::size_t> LessonScreen::followed_axis(graph::NodeId of) const {
  const std::optional<graph::NodeId> parts = followed_parts();
  if (!parts) return std::nullopt;
  const graph::NodeId weights = graph_.node(*parts).inputs.front();
  const graph::Node& node = graph_.node(of);
  const bool sum = node.operation != nullptr && node.operation->layout() == graph::Layout::weighted_sum &&
                   node.inputs.front() == weights;
  return (of == weights || sum) && node.shape.size() >= 2 ? std::optional(node.shape.size() - 2) : std::nullopt;
}

void LessonScreen::follow(const graph::CellRef& cell) {
  follow_query(cell);
  const std::optional<std::size_t> axis = followed_axis(cell.node);
  if (!axis) return;
  const graph::Node& parts = graph_.node(*followed_parts());
  state_.leading[known_name(parts, parts.shape.size() - 2)] = cell.index[*axis];
}

// ---- commands ------------------------------------------------------------------------------------------------------

Result<Touched> LessonScreen::carry_out(const Hover& command) {
  if (command.cell && !exists(*command.cell)) return graph::fail("cell", "", say("refuse.no_cell"));
  if (state_.hovered == command.cell) return Touched::nothing;
  state_.hovered = command.cell;
  return Touched::look;
}

Result<Touched> LessonScreen::carry_out(const Focus& command) {
  if (command.cell && !exists(*command.cell)) return graph::fail("cell", "", say("refuse.no_cell"));
  const bool pin = command.pin && command.cell.has_value();
  if (state_.focused == command.cell && state_.pinned == pin) return Touched::nothing;
  state_.focused = command.cell;
  state_.pinned = pin;
  const auto before = std::pair(state_.leading, state_.attention);
  const auto stage = state_.on_stage();
  if (command.cell) show_slice_of(*command.cell);
  keep_beside();
  const bool follows = std::ranges::any_of(view_.figures, [](const auto& figure) { return figure->follows_focus(); });
  const bool same = before == std::pair(state_.leading, state_.attention) && !follows && stage == state_.on_stage();
  return same ? Touched::look : Touched::view;
}

Result<Touched> LessonScreen::carry_out(const MoveFocus& command) {
  if (!state_.focused) {  // the first arrow key goes to the step's own focus
    if (view_.stage.empty() || view_.stage.front().tensors.empty()) return Touched::nothing;
    const TensorView& tensor = view_.stage.front().tensors.back();
    if (cell_count(tensor.shape) == 0) return Touched::nothing;
    state_.focused = graph::CellRef{tensor.node, index_of(tensor, 0, 0)};
    follow(*state_.focused);
    return Touched::view;
  }
  graph::CellRef cell = *state_.focused;
  const graph::Shape& shape = graph_.node(cell.node).shape;
  const auto move = [&](std::size_t axis, int by) {
    const auto last = static_cast<std::ptrdiff_t>(shape[axis]) - 1;
    const auto place = static_cast<std::ptrdiff_t>(cell.index[axis]) + by;
    cell.index[axis] = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, last));
  };
  if (shape.size() >= 2) move(row_axis(graph_.node(cell.node)), command.rows);
  if (!shape.empty()) {
    move(shape.size() - 1, command.columns);
    if (command.to_row_start) cell.index.back() = 0;
    if (command.to_row_end) cell.index.back() = shape.back() - 1;
  }
  if (cell == *state_.focused) return Touched::nothing;
  state_.focused = std::move(cell);
  const auto before = std::pair(state_.leading, state_.attention);
  follow(*state_.focused);
  return before == std::pair(state_.leading, state_.attention) ? Touched::look : Touched::view;
}

Result<Touched> LessonScreen::carry_out(const SetLeading& command) {
  std::size_t most = 0;
  for (graph::NodeId id = 0; id < graph_.size(); ++id) {
    const graph::Node& node = graph_.node(id);
    for (const std::size_t axis : leading_axes(node))
      if (known_name(node, axis) == command.axis) most = std::max(most, node.shape[axis]);
  }
  if (command.place >= most)
    return graph::fail("axis", command.axis, say("refuse.no_axis", {axis_name(*context_, command.axis)}));
  const auto found = state_.leading.find(command.axis);
  if ((found == state_.leading.end() ? 0 : found->second) == command.place) return Touched::nothing;
  state_.leading[command.axis] = command.place;
  state_.hovered.reset();
  if (state_.focused) {  // the selection moves to the slice that is shown now
    const graph::Node& node = graph_.node(state_.focused->node);
    for (const std::size_t axis : leading_axes(node))
      if (known_name(node, axis) == command.axis)
        state_.focused->index[axis] = std::min(command.place, node.shape[axis] - 1);
    // Axes that are tied to this one move too, under their own names.
    if (const auto axis = followed_axis(state_.focused->node)) {
      const graph::Node& parts = graph_.node(*followed_parts());
      if (known_name(parts, parts.shape.size() - 2) == command.axis)
        state_.focused->index[*axis] = std::min(command.place, node.shape[*axis] - 1);
    }
  }
  return Touched::view;
}

}  // namespace explorer
