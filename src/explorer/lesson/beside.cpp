// The figure beside the reading view's text is divided on its own: it follows the text, and the beat that a link keeps
// does not change. It always includes the explained cell.
#include <algorithm>
#include <utility>

#include "explorer/state/impl.hpp"
#include "explorer/views/stage_parts.hpp"

namespace explorer {

bool Explorer::Impl::on_stage(graph::NodeId node) const {
  return std::ranges::contains(beat_tensors(lesson, lesson.steps[step_place()], graph, state).shown, node);
}

void Explorer::Impl::keep_beside() {
  if (!state.reading || state.end || !state.focused || on_stage(state.focused->node)) return;
  const auto part = first_part_of(lesson, lesson.steps[step_place()], graph, state, state.focused->node);
  if (part) state.beside = StageShare{*part, 1};
}

// Back at the picture, the link's beat is shown again, or the beat of the cell that was pinned meanwhile.
Result<Touched> Explorer::Impl::carry_out(const SetReading& command) {
  if (std::exchange(state.reading, command.on) == command.on) return Touched::nothing;
  const StageShare before = state.on_stage();
  const bool preset = !state.end && !state.pinned && state.focused == preset_focus();
  state.beside.reset();
  if (command.on) keep_beside();
  else if (preset) state.focused = preset_focus();
  else if (!state.end && state.focused && (state.beat_parts == 0 || !on_stage(state.focused->node)))
    show_beat_of(state.focused->node);  // how many parts a beat holds is known when the picture is laid out
  return before == state.on_stage() ? Touched::look : Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const ShowBeside& command) {
  if (!state.reading || state.end) return Touched::nothing;
  const lesson::Step& step = lesson.steps[step_place()];
  const std::size_t count = stage_parts(lesson, step, graph, state).size();
  const std::size_t first = std::min(command.part, std::max<std::size_t>(count, 1) - 1);
  const StageShare share{first, command.parts == 0 ? 0 : std::min(command.parts, count - first)};
  if (share == state.on_stage()) return Touched::nothing;
  const bool preset = !state.pinned && state.focused == preset_focus();
  state.beside = share;
  if (state.pinned) {
    keep_beside();
  } else if (preset || (state.focused && !on_stage(state.focused->node))) {
    state.hovered.reset();
    focus_preset();
  }
  return Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const FollowText& command) {
  const StageShare now = state.on_stage();
  const bool there = command.part >= now.first && (now.parts == 0 || command.part < now.first + now.parts);
  if (state.pinned || there) return Touched::nothing;
  return carry_out(ShowBeside{command.part, 1});
}

}  // namespace explorer
