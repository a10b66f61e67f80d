// Asks what moves a number and nudges cells. Both only change what is looked at, so undo does not cover them.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "explorer/link/link_reader.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/state/impl.hpp"
#include "explorer/views/stage_parts.hpp"

namespace explorer {

SlopesOf Explorer::Impl::asked_now(const graph::CellRef& cell) const {
  return {state.step, state.language, state.document, cell,
          stage_tensors(lesson, lesson.steps[step_place()], graph, state)};
}

Result<Slopes> Explorer::Impl::slopes_now(const SlopesOf& of) const {
  lesson::Overrides overrides{parameters_on(lesson, of.step, of.document), {}, of.language};
  for (const lesson::Edit& edit : of.document.edits)
    if (takes_edit(edit, graph)) overrides.edits.push_back(edit);
  return Slopes::of(lesson, overrides, graph, hidden, of.cell, of.nodes);
}

void Explorer::Impl::keep_slopes() {
  if (!state.asked) {
    slopes.reset();
    slopes_of.reset();
    return;
  }
  SlopesOf now = asked_now(state.asked->of);
  if (!slopes || slopes_of != now) {
    Result<Slopes> made = slopes_now(now);
    slopes.reset();
    if (made) slopes = std::make_unique<const Slopes>(std::move(*made));
    slopes_of = std::move(now);
  }
  const lesson::Step& step = lesson.steps[step_place()];
  if (!slopes || !matrices_on_stage(step, graph, state.attention) || hidden.covers(state.asked->of))
    return state.asked.reset(), keep_slopes();
  if (state.asked->nudged && !slopes->with_respect_to(state.asked->nudged->cell.node)) state.asked->nudged.reset();
}

Result<Touched> Explorer::Impl::carry_out(const AskWhatMoves& command) {
  if (!command.cell) {
    if (!state.asked) return Touched::nothing;
    state.asked.reset();
    if (std::exchange(asked_for_matrices, false)) state.attention.matrices.reset();
    return Touched::view;
  }
  if (!exists(*command.cell) || state.end) return graph::fail("cell", "", say("refuse.no_cell"));
  const lesson::Step& step = lesson.steps[step_place()];
  const std::optional<bool> before = state.attention.matrices;
  if (!matrices_on_stage(step, graph, state.attention)) {  // slopes are shown in matrices
    const bool some = std::ranges::any_of(step.stage, [&](const lesson::Figure& figure) {
      return lesson::is_matrices(figure) && holds(figure.when, lesson, state);
    });
    if (!some) return graph::fail("figure", "", say("refuse.moves.figure"));
    state.attention.matrices = true;
  }
  const bool switches = state.attention.matrices != before;
  SlopesOf asked = asked_now(*command.cell);
  Result<Slopes> made = slopes_now(asked);
  if (!made) {
    state.attention.matrices = before;
    Error error = made.error();
    if (error.code == "hidden") error.message = say("refuse.moves.hidden");
    if (error.code == "gradient") error.message = say("refuse.moves.none", {cell_name(*context, *command.cell)});
    return std::unexpected(std::move(error));
  }
  slopes = std::make_unique<const Slopes>(std::move(*made));
  slopes_of = std::move(asked);
  if (state.asked && state.asked->of == *command.cell) return Touched::nothing;
  state.asked = Asked{*command.cell, std::nullopt};
  asked_for_matrices = switches && !before;
  return Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const Nudge& command) {
  if (!command.cell) {
    if (!state.asked || !state.asked->nudged) return Touched::nothing;
    state.asked->nudged.reset();
    return Touched::view;
  }
  if (!exists(*command.cell)) return graph::fail("cell", "", say("refuse.no_cell"));
  if (!state.asked || !slopes || !slopes->with_respect_to(command.cell->node))
    return graph::fail("nudge", cell_name(*context, *command.cell), say("refuse.moves.nudge"));
  if (hidden.covers(*command.cell)) return graph::fail("hidden", "", say("refuse.hidden"));
  std::optional<Nudged>& nudged = state.asked->nudged;
  if (!nudged || nudged->cell != *command.cell) nudged = Nudged{*command.cell, 0};
  nudged->steps = std::clamp(nudged->steps + (command.down ? -1 : 1), -most_nudges, most_nudges);
  if (nudged->steps == 0) nudged.reset();
  return Touched::view;
}

void Explorer::Impl::open_asked(LinkReader& reader) {
  hidden = Hidden(lesson, lesson.steps[step_place()], state, graph);
  const std::optional<graph::CellRef> of = find_cell(reader.asked, graph);
  if (!of || !carry_out(AskWhatMoves{of})) return reader.broken.add("moves=" + reader.asked);
  if (reader.nudged.empty()) return;
  const std::optional<graph::CellRef> cell = find_cell(reader.nudged, graph);
  if (!cell || !carry_out(Nudge{cell})) return reader.broken.add("nudge=" + reader.nudged);
  state.asked->nudged->steps = reader.nudge_steps;
}

}  // namespace explorer
