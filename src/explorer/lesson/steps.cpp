// Opens steps, their parts and the page after the last one, and carries out the commands of the lesson as a whole: which steps
// were seen before, playing by itself, and the times that the page has measured.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include "explorer/language/numbers.hpp"
#include "explorer/lesson/hidden.hpp"
#include "explorer/lesson/screen.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/views/stage_parts.hpp"

namespace explorer {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

}  // namespace

std::optional<graph::CellRef> LessonScreen::preset_focus() const {
  const lesson::Step& step = lesson_.steps[step_place()];
  const BeatTensors beat = beat_tensors(lesson_, step, graph_, state_);
  const Hidden covered(lesson_, step, state_, graph_);
  // The wanted cell, or the next one of its tensor that no question hides; after the last comes the first.
  const auto uncovered = [&](const graph::CellRef& wanted) {
    graph::CellRef cell = wanted;
    while (covered.covers(cell)) {
      next_index(graph_.node(cell.node).shape, cell.index);
      if (cell == wanted) break;
    }
    return cell;
  };
  if (step.focus && step.focus->cells.size() == 1) {
    const std::optional<graph::NodeId> node = graph_.find(step.focus->tensor);
    const bool known = node && within(graph_.node(*node).shape, step.focus->cells.front());
    if (known && (beat.shown.empty() || std::ranges::contains(beat.shown, *node)))
      if (graph::CellRef cell = uncovered({*node, step.focus->cells.front()}); !covered.covers(cell)) return cell;
  }
  if (lesson_.training && switches_run(step) && !run_gives_way(step, state_.attention)) {
    const graph::NodeId loss = *graph_.find(lesson_.training->loss);
    return graph::CellRef{loss, graph::Index(graph_.node(loss).shape.size())};
  }
  // A cell that is asked for is picked by choosing it: nothing is chosen at first where its tensor is on stage.
  const bool asks_for_cell = step.question && std::ranges::any_of(step.question->parts, [&](const lesson::Part& part) {
                               if (part.kind != lesson::Part::Kind::cell) return false;
                               const std::optional<graph::NodeId> of = graph_.find(part.tensor);
                               return beat.shown.empty() || (of && std::ranges::contains(beat.shown, *of));
                             });
  const bool own = !step.stage.empty() && step.stage.front().kind == lesson::Figure::Kind::own;
  if (asks_for_cell || own) return std::nullopt;
  // Else the first one of what the beat makes, or shows first, in the slice on stage.
  std::vector<graph::NodeId> nodes(beat.shown);
  if (beat.result) nodes.insert(nodes.begin(), *beat.result);
  std::optional<graph::CellRef> hidden_one;
  for (const graph::NodeId of : nodes) {
    const graph::Node& node = graph_.node(of);
    if (cell_count(node.shape) == 0) continue;
    graph::CellRef cell{of, graph::Index(node.shape.size())};
    for (const std::size_t axis : leading_axes(node)) {
      const auto place = state_.leading.find(known_name(node, axis));
      if (place != state_.leading.end() && place->second < node.shape[axis]) cell.index[axis] = place->second;
    }
    cell = uncovered(cell);
    if (!covered.covers(cell)) return cell;
    if (!hidden_one) hidden_one = cell;
  }
  return hidden_one;
}

Result<void> LessonScreen::enter(std::size_t step) {
  const std::string before = std::exchange(state_.step, lesson_.steps[step].id);
  const bool other =
      parameters_on(lesson_, before, state_.document) != parameters_on(lesson_, state_.step, state_.document);
  if (other) {
    const auto put = [&](Document here) {
      if (Result<void> prepared = prepare_run(here, Reason::step); !prepared)
        return Result<Document>(std::unexpected(prepared.error()));
      return run_with(std::move(here));
    };
    Result<Document> done = put(state_.document);
    if (!done && state_.document.on_steps.contains(state_.step)) {  // the reader's values, such as those of a link
      Document without = state_.document;
      without.on_steps.erase(state_.step);
      done = put(std::move(without));
    }
    if (!done) {
      state_.step = before;
      return std::unexpected(done.error());
    }
  }
  state_.training = {};
  state_.edit.reset();
  state_.end = false;
  state_.beat = state_.beat_parts = 0;
  state_.beside.reset();
  state_.seen.insert(state_.step);
  state_.hovered.reset();
  state_.pinned = false;
  AttentionLook look;  // another figure has other heads and queries; curve and colour settings stay
  look.scores = state_.attention.scores;
  look.shared = state_.attention.shared;
  look.threshold = state_.attention.threshold;
  state_.attention = std::move(look);
  state_.asked.reset();
  if (shows_run()) follow_document();
  std::ignore = show_weights(graph_);
  if (other) changed_.clear();  // another step is shown: nothing flashes
  focus_preset();
  return {};
}

void LessonScreen::focus_preset() {
  state_.focused = preset_focus();
  if (state_.focused && lesson_.steps[step_place()].focus) follow(*state_.focused);
}

void LessonScreen::enter_end() {
  state_.step = lesson_.steps.back().id;
  state_.end = true;
  state_.edit.reset();
  state_.lecture = {};  // nothing follows
  state_.training = {};
  state_.seen.insert(std::string(lesson::closing_id));
  std::ignore = show_weights(graph_);
  state_.hovered.reset();
  state_.pinned = false;
  state_.focused.reset();
  state_.asked.reset();
}

// ---- commands ------------------------------------------------------------------------------------------------------

Result<Touched> LessonScreen::carry_out(const GoToStep& command) {
  std::vector<std::string> ids;
  for (std::size_t step = 0; step < lesson_.steps.size(); ++step) {
    ids.push_back(lesson_.steps[step].id);
    if (lesson_.steps[step].id != command.id) continue;
    if (state_.step == command.id && !state_.end) return Touched::nothing;
    if (Result<void> entered = enter(step); !entered) return std::unexpected(entered.error());
    return Touched::view;
  }
  if (command.id == lesson::closing_id && lesson::has_closing(lesson_)) {
    if (state_.end) return Touched::nothing;
    enter_end();
    return Touched::view;
  }
  return graph::fail("step", command.id, say("refuse.no_step", {command.id, listed(ids)}));
}

Result<Touched> LessonScreen::carry_out(const MarkSeen& command) {
  const std::size_t before = state_.seen.size();
  std::string_view rest = command.steps;
  while (!rest.empty()) {
    const std::string_view id = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(id.size() + 1, rest.size()));
    const bool closing = id == lesson::closing_id && lesson::has_closing(lesson_);
    if (closing || std::ranges::contains(lesson_.steps, id, &lesson::Step::id)) state_.seen.emplace(id);
  }
  return state_.seen.size() == before ? Touched::nothing : Touched::view;
}

Result<Touched> LessonScreen::carry_out(const NextStep&) {
  if (step_place() + 1 < lesson_.steps.size()) {
    if (Result<void> entered = enter(step_place() + 1); !entered) return std::unexpected(entered.error());
  } else if (!state_.end && lesson::has_closing(lesson_)) {
    enter_end();
  } else {
    return Touched::nothing;
  }
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const PreviousStep& command) {
  if (step_place() == 0 && !state_.end) return Touched::nothing;
  if (Result<void> entered = enter(state_.end ? step_place() : step_place() - 1); !entered)
    return std::unexpected(entered.error());
  const std::size_t count = stage_parts(lesson_, lesson_.steps[step_place()], graph_, state_).size();
  if (command.to_last_beat && count > 0) state_.beat = count - 1;
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const GoToBeat& command) {
  const std::size_t count = stage_parts(lesson_, lesson_.steps[step_place()], graph_, state_).size();
  const std::size_t beat = std::min(command.beat, std::max<std::size_t>(count, 1) - 1);
  const std::size_t parts = command.parts == 0 ? 0 : std::min(command.parts, count - beat);
  if (state_.end || (beat == state_.beat && parts == state_.beat_parts)) return Touched::nothing;
  const bool preset = state_.focused == preset_focus() && !state_.pinned;
  state_.beat = beat;
  state_.beat_parts = parts;
  state_.beside.reset();
  const std::vector<graph::NodeId> shown = beat_tensors(lesson_, lesson_.steps[step_place()], graph_, state_).shown;
  if (preset || (state_.focused && !std::ranges::contains(shown, state_.focused->node))) {
    state_.hovered.reset();
    state_.pinned = false;
    focus_preset();
  }
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const PlayLesson& command) {
  Lecture next = state_.lecture;
  if (command.speed && !std::ranges::contains(lecture_speeds, *command.speed))
    return graph::fail("speed", shortest(*command.speed), say("refuse.speed"));
  next.speed = command.speed.value_or(next.speed);
  next.on = command.on.value_or(next.on);
  next.paused = next.on && command.paused.value_or(next.paused && !command.on);
  const bool starts = next.on && !state_.lecture.on;
  if (starts && state_.end)
    if (Result<void> entered = enter(0); !entered) return std::unexpected(entered.error());
  const Lecture before = std::exchange(state_.lecture, next);
  if (before.on != next.on) return Touched::view;
  return before.paused == next.paused && before.speed == next.speed ? Touched::nothing : Touched::look;
}

Result<Touched> LessonScreen::carry_out(const ReportTiming& command) {
  const Timing& told = command.timing;
  const auto is_time = [](double value) { return std::isfinite(value) && value > 0; };
  const bool timed = told.state != Timing::State::done || (is_time(told.plain) && is_time(told.tiles));
  if (told.tokens == 0 || told.tokens > most_timed || !timed)
    return graph::fail("timing", std::to_string(told.tokens), say("refuse.timing", {std::to_string(most_timed)}));
  const auto known = std::ranges::find(state_.timings, told.tokens, &Timing::tokens);
  if (known == state_.timings.end()) state_.timings.push_back(told);
  else *known = told;
  return Touched::view;
}

}  // namespace explorer
