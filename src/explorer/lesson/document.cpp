// The commands that change what is computed. Edits of single cells update the existing graph; only parameters and the
// language make the lesson run again.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "explorer/goals/goal_words.hpp"
#include "explorer/goals/goals.hpp"
#include "explorer/lesson/screen.hpp"
#include "explorer/state/cells.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_single_edits = 8;        // beyond this, one full run is cheaper
constexpr std::size_t most_changed_cells = 10'000;  // that flash; more would fill the whole screen

std::vector<lesson::Edit> missing_from(const std::vector<lesson::Edit>& some, const std::vector<lesson::Edit>& other) {
  std::vector<lesson::Edit> out;
  const auto [first, other_first] = std::ranges::mismatch(some, other);  // an edit is appended: most are the same
  std::map<std::pair<std::string_view, graph::Index>, float> known;
  for (const lesson::Edit& edit : std::ranges::subrange(other_first, other.end()))
    known.emplace(std::pair(std::string_view(edit.tensor), edit.index), edit.value);
  for (const lesson::Edit& edit : std::ranges::subrange(first, some.end())) {
    const auto found = known.find({edit.tensor, edit.index});
    if (found == known.end() || found->second != edit.value) out.push_back(edit);
  }
  return out;
}

std::optional<float> value_in(const std::vector<lesson::Edit>& edits, const lesson::Edit& cell) {
  for (const lesson::Edit& edit : edits)
    if (edit.tensor == cell.tensor && edit.index == cell.index) return edit.value;
  return std::nullopt;
}

// The same cell in another graph, clamped to its shape; none when the node is gone or has other axes.
std::optional<graph::CellRef> carried(const std::optional<graph::CellRef>& cell, const graph::Graph& from,
                                      const graph::Graph& to) {
  if (!cell) return std::nullopt;
  const std::optional<graph::NodeId> node = to.find(from.node(cell->node).name);
  if (!node || to.node(*node).shape.size() != cell->index.size()) return std::nullopt;
  graph::CellRef out{*node, cell->index};
  for (std::size_t axis = 0; axis < out.index.size(); ++axis) {
    if (to.node(*node).shape[axis] == 0) return std::nullopt;
    out.index[axis] = std::min(out.index[axis], to.node(*node).shape[axis] - 1);
  }
  return out;
}

}  // namespace

// Symbols and texts have the document's letters, with which the lesson is read again where it has the others.
Result<void> LessonScreen::run() {
  if (lesson_.letters.empty() || lesson_.shown == state_.document.letters) return run_lesson();
  Result<lesson::Lesson> other = lesson::parse(lesson_json_, state_.document.letters);
  if (!other) return std::unexpected(other.error());
  std::swap(lesson_, *other);
  Result<void> done = run_lesson();
  if (!done) std::swap(lesson_, *other);
  return done;
}

// An edit of a cell that does not exist under these parameters is inactive until its cell exists again.
Result<void> LessonScreen::run_lesson() {
  lesson::Overrides overrides{parameters_on(lesson_, state_.step, state_.document), {}, state_.language};
  Result<graph::Graph> next = lesson::run(lesson_, overrides, &graph_);
  if (!next) return std::unexpected(next.error());
  Originals next_originals;
  for (const lesson::Edit& edit : state_.document.edits) {
    if (!takes_edit(edit, *next)) continue;
    const graph::NodeId node = *next->find(edit.tensor);
    next_originals.emplace(std::pair(node, edit.index), next->at(node, edit.index));
    overrides.edits.push_back(edit);
  }
  if (!overrides.edits.empty()) {
    next = lesson::run(lesson_, overrides, &*next);
    if (!next) return std::unexpected(next.error());
  }
  own_weights_.reset();
  weights_in_graph_.reset();
  own_batch_.reset();
  batch_in_graph_.reset();
  if (auto shown = show_weights(*next); !shown) return shown;
  if (graph_.size() > 0) {
    changed_ = differences(graph_, *next, most_changed_cells);
    changes_ += !changed_.empty();
    state_.focused = carried(state_.focused, graph_, *next);
    state_.hovered = carried(state_.hovered, graph_, *next);
    state_.pinned = state_.pinned && state_.focused;
    if (state_.edit && state_.edit->of.kind == Typed::cell) {
      const auto cell = carried(state_.edit->of.cell, graph_, *next);
      if (cell) state_.edit->of.cell = *cell;
      else state_.edit.reset();
    }
    if (state_.asked) {
      const std::optional<Asked> before = std::exchange(state_.asked, std::nullopt);
      if (const auto of = carried(before->of, graph_, *next)) state_.asked = Asked{*of, std::nullopt};
      const auto nudged = before->nudged ? carried(before->nudged->cell, graph_, *next) : std::nullopt;
      if (state_.asked && nudged) state_.asked->nudged = Nudged{*nudged, before->nudged->steps};
    }
  }
  graph_ = std::move(*next);
  originals_ = std::move(next_originals);
  if (state_.focused && left_the_stage(state_.focused->node)) {
    state_.focused.reset();
    state_.pinned = false;
  }
  return {};
}

// True for figures that depend on a parameter when none of those that show the node is on stage.
bool LessonScreen::left_the_stage(graph::NodeId node) const {
  if (!context_) return false;
  bool left = false;
  for (const lesson::Figure& figure : lesson_.steps[step_place()].stage) {
    const bool shows = std::ranges::any_of(figure.tensors, [&](const std::string& name) {
      const std::optional<graph::NodeId> id = graph_.find(name);
      const bool operand =
          id && figure.kind == lesson::Figure::Kind::operation && std::ranges::contains(graph_.node(*id).inputs, node);
      return id == node || operand;
    });
    if (shows && is_there(*context_, figure)) return false;
    left = left || shows;
  }
  return left;
}

Result<Touched> LessonScreen::change_document(Document next, std::string what, bool continues) {
  if (next == state_.document) return Touched::nothing;
  Result<Document> before = apply_document(std::move(next));
  if (!before) return std::unexpected(before.error());
  history_.record(std::move(*before), state_.document, std::move(what), continues);
  return Touched::view;
}

Result<Document> LessonScreen::apply_document(Document next) {
  if (auto prepared = prepare_run(next); !prepared) return std::unexpected(prepared.error());
  std::optional<CellChanges> cells = only_cells(next);
  if (!cells) {
    Result<Document> before = run_with(std::move(next));
    if (before) follow_document();
    return before;
  }
  // Only what is on stage can flash.
  std::vector<bool> on_stage(graph_.size());
  for (const FigureView& figure : view_.stage)
    for (const TensorView& tensor : figure.tensors) on_stage[tensor.node] = true;
  // The graph accepts all of them or none; nothing else changes before.
  Result<std::vector<graph::CellRef>> done = graph_.set(cells->edits, on_stage);
  if (!done) return std::unexpected(done.error());
  originals_ = std::move(cells->originals);
  changed_ = std::move(*done);
  changes_ += !changed_.empty();
  Document before = std::exchange(state_.document, std::move(next));
  follow_document();
  return before;
}

Result<Document> LessonScreen::run_with(Document next) {
  Document before = std::exchange(state_.document, std::move(next));
  if (Result<void> done = run(); !done) {
    state_.document = std::move(before);
    return std::unexpected(done.error());
  }
  return before;
}

std::optional<LessonScreen::CellChanges> LessonScreen::only_cells(const Document& next) const {
  const std::vector<lesson::Edit> gone = missing_from(state_.document.edits, next.edits);
  const std::vector<lesson::Edit> come = missing_from(next.edits, state_.document.edits);
  const bool others_same =
      parameters_on(lesson_, state_.step, next) == parameters_on(lesson_, state_.step, state_.document) &&
      next.trained == state_.document.trained && next.letters == state_.document.letters;
  const bool drawn_anew = std::ranges::any_of(gone, [this](const lesson::Edit& edit) {
    const auto id = graph_.find(edit.tensor);
    return id && is_fresh(*id);
  });
  if (!others_same || drawn_anew || gone.size() + come.size() > most_single_edits) return std::nullopt;

  CellChanges out{{}, originals_};
  for (const lesson::Edit& edit : gone) {
    if (!takes_edit(edit, graph_) || value_in(next.edits, edit)) continue;  // inactive, or given another value below
    const graph::CellRef cell{*graph_.find(edit.tensor), edit.index};
    const auto original = out.originals.find({cell.node, cell.index});
    if (original == out.originals.end()) continue;
    out.edits.push_back({cell, original->second});
    out.originals.erase(original);
  }
  for (const lesson::Edit& edit : come) {
    if (!takes_edit(edit, graph_)) continue;
    const graph::CellRef cell{*graph_.find(edit.tensor), edit.index};
    out.originals.emplace(std::pair(cell.node, cell.index), graph_.at(cell.node, cell.index));
    out.edits.push_back({cell, edit.value});
  }
  return out;
}

Result<Touched> LessonScreen::carry_out(const SetParameter& command) {
  std::string names;
  for (const lesson::Parameter& parameter : lesson_.parameters) {
    names += (names.empty() ? "" : ", ") + parameter.name;
    if (parameter.name != command.name) continue;
    if (lock_.covers(command.name)) return graph::fail("locked", command.name, say("control.locked"));
    if (!Freedom(lesson_, state_).lets_parameter(command.name))
      return graph::fail("goal_locked", command.name, say("control.goal_locked"));
    Result<lesson::ParameterValue> value = lesson::checked(parameter, command.value);
    if (!value) return std::unexpected(value.error());
    Document next = state_.document;
    choose(next, lesson_, state_.step, parameter, std::move(*value));
    return change_document(std::move(next), "p." + parameter.name, command.continues);
  }
  return graph::fail("parameter", command.name, say("refuse.no_parameter", {command.name, names}));
}

Result<void> LessonScreen::may_edit(const graph::CellRef& cell) const {
  if (!exists(cell)) return graph::fail("cell", "", say("refuse.no_cell"));
  const graph::Node& node = graph_.node(cell.node);
  const std::string path = cell_name(*context_, cell), name = spoken_name(*context_, cell.node);
  if (node.operation != nullptr) return graph::fail("computed", path, say("refuse.computed", {name}));
  const Freedom free(lesson_, state_);
  if (!free.lets_some_of(node.name))
    return graph::fail("goal_locked", path, say("refuse.goal", {name, free_words(*context_)}));
  if (!free.lets(node.name, cell.index)) return graph::fail("goal_locked", path, say("refuse.goal_cell", {path}));
  if (!node.editable) return graph::fail("fixed", path, say("refuse.fixed", {name}));
  if (lock_.covers(node.name)) return graph::fail("locked", path, say("refuse.locked", {name}));
  if (shows_run() && trained_steps() > 0 && is_trained(cell.node))
    return graph::fail("trained", path, say("refuse.trained", {name}));
  if (shows_run() && is_fresh(cell.node)) return graph::fail("trained", path, say("refuse.fresh", {name}));
  if (hidden_.covers(cell)) return graph::fail("hidden", path, say("refuse.hidden"));
  return {};
}

// An edit to the lesson's own number is removed.
void LessonScreen::put(Document& into, const graph::CellRef& cell, float value) const {
  const lesson::Edit edit{graph_.node(cell.node).name, cell.index, value};
  const auto original = originals_.find({cell.node, cell.index});
  const float lessons = original == originals_.end() ? graph_.at(cell.node, cell.index) : original->second;
  const auto known = std::ranges::find_if(
      into.edits, [&](const lesson::Edit& one) { return one.tensor == edit.tensor && one.index == edit.index; });
  if (known != into.edits.end() && value == lessons) into.edits.erase(known);
  else if (known != into.edits.end()) known->value = value;
  else if (value != lessons) into.edits.push_back(edit);
}

Result<Touched> LessonScreen::carry_out(const EditCell& command) {
  if (Result<void> free = may_edit(command.cell); !free) return std::unexpected(free.error());
  const std::string path = cell_name(*context_, command.cell);
  const std::expected<float, graph::Message> value = parse_typed(command.text, state_.language);
  if (!value) return graph::fail("number", path, say(value.error()));

  if (graph_.node(command.cell.node).toggle && *value != 0 && *value != 1)
    return graph::fail("number", path, say("refuse.toggle", {path}));

  Document next = state_.document;
  put(next, command.cell, *value);
  return change_document(std::move(next), "e." + path, command.continues);
}

Result<Touched> LessonScreen::carry_out(const MovePoint& command) {
  Document next = state_.document;
  for (const auto& [cell, number] : {std::pair(&command.along, command.x), std::pair(&command.up, command.y)}) {
    if (Result<void> free = may_edit(*cell); !free) return std::unexpected(free.error());
    const std::expected<float, graph::Message> value = parse_plain(shortest(number));
    if (!value) return graph::fail("number", cell_name(*context_, *cell), say(value.error()));
    put(next, *cell, *value);
  }
  const std::string path = cell_name(*context_, command.along) + cell_name(*context_, command.up);
  return change_document(std::move(next), "m." + path, command.continues);
}

Result<Touched> LessonScreen::carry_out(const SetLetters& command) {
  if (lesson_.letters.empty()) return graph::fail("letters", "", say("refuse.letters"));
  Document next = state_.document;
  next.letters = command.letters;
  return change_document(std::move(next), "letters", false);
}

// The letters stay: they are none of the lesson's numbers.
Result<Touched> LessonScreen::carry_out(const RestoreLesson&) {
  return change_document(locked_part(state_.document, lock_), {}, false);
}

// What the field holds at first; an Error says why there is none.
Result<std::string> LessonScreen::text_of(const EditTarget& of) const {
  if (of.kind == Typed::cell) {
    if (Result<void> free = may_edit(of.cell); !free) return std::unexpected(free.error());
    return shortest(graph_.at(of.cell.node, of.cell.index));
  }
  if (of.kind == Typed::parameter)
    if (const auto* text = std::get_if<std::string>(&chosen(lesson_, state_, of.name))) return *text;
  if (of.kind == Typed::answer && view_.question && view_.question->id == of.name &&
      of.part < view_.question->parts.size())
    return view_.question->parts[of.part].value;
  return graph::fail("edit", of.name, say("refuse.no_cell"));
}

std::size_t snapshot_size(const Document& document) {
  constexpr std::size_t weights_for_one = 40;
  std::size_t weights = 0;
  if (document.trained)
    for (const auto& [name, values] : *document.trained->weights) weights += values.size();
  return document.edits.size() + weights / weights_for_one;
}

Result<Touched> LessonScreen::undo() {
  if (!history_.can_undo()) return Touched::nothing;
  state_.training = {};
  Result<Document> left = apply_document(*history_.to_undo());
  if (!left) return std::unexpected(left.error());
  history_.undone(std::move(*left));
  return Touched::view;
}

Result<Touched> LessonScreen::redo() {
  if (!history_.can_redo()) return Touched::nothing;
  state_.training = {};
  Result<Document> left = apply_document(*history_.to_redo());
  if (!left) return std::unexpected(left.error());
  history_.redone(std::move(*left));
  return Touched::view;
}

}  // namespace explorer
