// The figure beside the reading view's text is divided on its own: it follows the text, and the beat that a link keeps
// does not change. It always includes the explained cell.
#include <algorithm>
#include <utility>

#include "explorer/lesson/screen.hpp"
#include "explorer/views/stage_parts.hpp"

namespace explorer {

bool LessonScreen::on_stage(graph::NodeId node) const {
  return std::ranges::contains(beat_tensors(lesson_, lesson_.steps[step_place()], graph_, state_).shown, node);
}

void LessonScreen::keep_beside() {
  if (!state_.reading || state_.end || !state_.focused || on_stage(state_.focused->node)) return;
  const auto part = first_part_of(lesson_, lesson_.steps[step_place()], graph_, state_, state_.focused->node);
  if (part) state_.beside = StageShare{*part, 1};
}

// Back at the picture, the link's beat is shown again, or the beat of the cell that was pinned meanwhile.
Result<Touched> LessonScreen::carry_out(const SetReading& command) {
  if (std::exchange(state_.reading, command.on) == command.on) return Touched::nothing;
  const StageShare before = state_.on_stage();
  const bool preset = !state_.end && !state_.pinned && state_.focused == preset_focus();
  state_.beside.reset();
  if (command.on) keep_beside();
  else if (preset) state_.focused = preset_focus();
  else if (!state_.end && state_.focused && (state_.beat_parts == 0 || !on_stage(state_.focused->node)))
    show_beat_of(state_.focused->node);  // how many parts a beat holds is known when the picture is laid out
  return before == state_.on_stage() ? Touched::look : Touched::view;
}

Result<Touched> LessonScreen::carry_out(const ShowBeside& command) {
  if (!state_.reading || state_.end) return Touched::nothing;
  const lesson::Step& step = lesson_.steps[step_place()];
  const std::size_t count = stage_parts(lesson_, step, graph_, state_).size();
  const std::size_t first = std::min(command.part, std::max<std::size_t>(count, 1) - 1);
  const StageShare share{first, command.parts == 0 ? 0 : std::min(command.parts, count - first)};
  if (share == state_.on_stage()) return Touched::nothing;
  const bool preset = !state_.pinned && state_.focused == preset_focus();
  state_.beside = share;
  if (state_.pinned) {
    keep_beside();
  } else if (preset || (state_.focused && !on_stage(state_.focused->node))) {
    state_.hovered.reset();
    focus_preset();
  }
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const FollowText& command) {
  const StageShare now = state_.on_stage();
  const bool there = command.part >= now.first && (now.parts == 0 || command.part < now.first + now.parts);
  if (state_.pinned || there) return Touched::nothing;
  return carry_out(ShowBeside{command.part, 1});
}

}  // namespace explorer
