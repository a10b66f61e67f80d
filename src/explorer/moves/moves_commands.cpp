// Asks what moves a number and nudges cells. Both only change what is looked at, so undo does not cover them.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "explorer/lesson/screen.hpp"
#include "explorer/link/link_reader.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/views/stage_parts.hpp"

namespace explorer {

LessonScreen::SlopesOf LessonScreen::asked_now(const graph::CellRef& cell) const {
  return {state_.step, state_.language, state_.document, cell,
          stage_tensors(lesson_, lesson_.steps[step_place()], graph_, state_)};
}

Result<Slopes> LessonScreen::slopes_now(const SlopesOf& of) const {
  lesson::Overrides overrides{parameters_on(lesson_, of.step, of.document), {}, of.language};
  for (const lesson::Edit& edit : of.document.edits)
    if (takes_edit(edit, graph_)) overrides.edits.push_back(edit);
  return Slopes::of(lesson_, overrides, graph_, hidden_, of.cell, of.nodes);
}

void LessonScreen::keep_slopes() {
  if (!state_.asked) {
    slopes_.reset();
    slopes_of_.reset();
    return;
  }
  SlopesOf now = asked_now(state_.asked->of);
  if (!slopes_ || slopes_of_ != now) {
    Result<Slopes> made = slopes_now(now);
    slopes_.reset();
    if (made) slopes_ = std::make_unique<const Slopes>(std::move(*made));
    slopes_of_ = std::move(now);
  }
  const lesson::Step& step = lesson_.steps[step_place()];
  if (!slopes_ || !matrices_on_stage(step, graph_, state_.attention) || hidden_.covers(state_.asked->of))
    return state_.asked.reset(), keep_slopes();
  if (state_.asked->nudged && !slopes_->with_respect_to(state_.asked->nudged->cell.node)) state_.asked->nudged.reset();
}

Result<Touched> LessonScreen::carry_out(const AskWhatMoves& command) {
  if (!command.cell) {
    if (!state_.asked) return Touched::nothing;
    state_.asked.reset();
    if (std::exchange(asked_for_matrices_, false)) state_.attention.matrices.reset();
    return Touched::view;
  }
  if (!exists(*command.cell) || state_.end) return graph::fail("cell", "", say("refuse.no_cell"));
  const lesson::Step& step = lesson_.steps[step_place()];
  const std::optional<bool> before = state_.attention.matrices;
  if (!matrices_on_stage(step, graph_, state_.attention)) {  // slopes are shown in matrices
    const bool some = std::ranges::any_of(step.stage, [&](const lesson::Figure& figure) {
      return lesson::is_matrices(figure) && holds(figure.when, lesson_, state_);
    });
    if (!some) return graph::fail("figure", "", say("refuse.moves.figure"));
    state_.attention.matrices = true;
  }
  const bool switches = state_.attention.matrices != before;
  SlopesOf asked = asked_now(*command.cell);
  Result<Slopes> made = slopes_now(asked);
  if (!made) {
    state_.attention.matrices = before;
    Error error = made.error();
    if (error.code == "hidden") error.message = say("refuse.moves.hidden");
    if (error.code == "gradient") error.message = say("refuse.moves.none", {cell_name(*context_, *command.cell)});
    return std::unexpected(std::move(error));
  }
  slopes_ = std::make_unique<const Slopes>(std::move(*made));
  slopes_of_ = std::move(asked);
  if (state_.asked && state_.asked->of == *command.cell) return Touched::nothing;
  state_.asked = Asked{*command.cell, std::nullopt};
  asked_for_matrices_ = switches && !before;
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const Nudge& command) {
  if (!command.cell) {
    if (!state_.asked || !state_.asked->nudged) return Touched::nothing;
    state_.asked->nudged.reset();
    return Touched::view;
  }
  if (!exists(*command.cell)) return graph::fail("cell", "", say("refuse.no_cell"));
  if (!state_.asked || !slopes_ || !slopes_->with_respect_to(command.cell->node))
    return graph::fail("nudge", cell_name(*context_, *command.cell), say("refuse.moves.nudge"));
  if (hidden_.covers(*command.cell)) return graph::fail("hidden", "", say("refuse.hidden"));
  std::optional<Nudged>& nudged = state_.asked->nudged;
  if (!nudged || nudged->cell != *command.cell) nudged = Nudged{*command.cell, 0};
  nudged->steps = std::clamp(nudged->steps + (command.down ? -1 : 1), -most_nudges, most_nudges);
  if (nudged->steps == 0) nudged.reset();
  return Touched::view;
}

void LessonScreen::open_asked(LinkReader& reader) {
  hidden_ = Hidden(lesson_, lesson_.steps[step_place()], state_, graph_);
  const std::optional<graph::CellRef> of = find_cell(reader.asked, graph_);
  if (!of || !carry_out(AskWhatMoves{of})) return reader.broken.add("moves=" + reader.asked);
  if (reader.nudged.empty()) return;
  const std::optional<graph::CellRef> cell = find_cell(reader.nudged, graph_);
  if (!cell || !carry_out(Nudge{cell})) return reader.broken.add("nudge=" + reader.nudged);
  state_.asked->nudged->steps = reader.nudge_steps;
}

}  // namespace explorer
