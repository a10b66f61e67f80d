// A goal counts only as computed: an answer of a link is computed again. See goals.hpp.
#include "explorer/goals/goals.hpp"

#include <algorithm>

#include "explorer/language/numbers.hpp"
#include "explorer/lesson/answers.hpp"
#include "explorer/lesson/screen.hpp"
#include "explorer/link/link_text.hpp"
#include "explorer/state/cells.hpp"
#include "lesson/run/run.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_spelt_cells = 64;  // of one tensor

bool is_goal(const lesson::Part& part) { return part.kind == lesson::Part::Kind::goal; }

bool names_parameter(const lesson::Freedom& free, std::string_view name) {
  return free.empty() || std::ranges::contains(free.parameters, name);
}

bool names_tensor(const lesson::Freedom& free, std::string_view name) {
  return free.empty() || std::ranges::contains(free.cells, name, &lesson::CellSpec::tensor);
}

bool names_cell(const lesson::Freedom& free, const lesson::Edit& edit) {
  return free.empty() || std::ranges::any_of(free.cells, [&](const lesson::CellSpec& spec) {
           return spec.tensor == edit.tensor && (spec.cells.empty() || std::ranges::contains(spec.cells, edit.index));
         });
}

// The values of a whole tensor as edits; false if they do not fit it or change what is not free.
bool spelt_edits(const lesson::Freedom& free, std::string_view tensor, std::string_view values,
                 const graph::Graph& graph, std::vector<lesson::Edit>& into) {
  const auto node = graph.find(tensor);
  if (!node) return false;
  const graph::Shape& shape = graph.node(*node).shape;
  graph::Index index(shape.size(), 0);
  bool more = cell_count(shape) > 0;
  while (!values.empty()) {
    const auto value = parse_plain(next_of(values, ','));
    const lesson::Edit edit{std::string(tensor), index, value.value_or(0)};
    if (!value || !more || !takes_edit(edit, graph)) return false;
    const bool changed = edit.value != graph.at(*node, index);
    if (changed && !names_cell(free, edit)) return false;
    if (changed) into.push_back(edit);
    more = next_index(shape, index);
  }
  return !more;
}

}  // namespace

Freedom::Freedom(const lesson::Lesson& lesson, const State& state) {
  if (state.end) return;
  const auto step = std::ranges::find(lesson.steps, state.step, &lesson::Step::id);
  if (step == lesson.steps.end() || !step->question) return;
  for (const lesson::Part& part : lesson::asked_of(*step->question, state.student).parts)
    if (is_goal(part) && !part.free.empty()) of_.push_back(&part.free);
}

bool Freedom::lets(std::string_view tensor, const graph::Index& cell) const {
  const auto covers = [&](const lesson::CellSpec& spec) {
    return spec.tensor == tensor && (spec.cells.empty() || std::ranges::contains(spec.cells, cell));
  };
  return of_.empty() ||
         std::ranges::any_of(of_, [&](const auto* free) { return std::ranges::any_of(free->cells, covers); });
}

bool Freedom::lets_some_of(std::string_view tensor) const {
  return of_.empty() || std::ranges::any_of(of_, [&](const auto* free) {
           return std::ranges::contains(free->cells, tensor, &lesson::CellSpec::tensor);
         });
}

bool Freedom::lets_parameter(std::string_view name) const {
  return of_.empty() ||
         std::ranges::any_of(of_, [&](const auto* free) { return std::ranges::contains(free->parameters, name); });
}

std::vector<std::string> Freedom::tensors() const {
  std::vector<std::string> names;
  for (const auto* free : of_)
    for (const lesson::CellSpec& spec : free->cells)
      if (!std::ranges::contains(names, spec.tensor)) names.push_back(spec.tensor);
  return names;
}

bool has_goal(const lesson::Asked& asked) { return std::ranges::any_of(asked.parts, is_goal); }

std::string goal_answer(const lesson::Part& goal, const lesson::Lesson& lesson, const graph::Graph& graph,
                        const State& state) {
  const Document& document = state.document;
  std::string answer;
  const auto add = [&](std::string_view name, std::string_view value) {
    answer += (answer.empty() ? "" : ";") + std::string(name) + ":" + std::string(value);
  };
  for (const lesson::Tensor& tensor : lesson.tensors) {
    const auto node = graph.find(tensor.name);
    const bool edited = std::ranges::contains(document.edits, tensor.name, &lesson::Edit::tensor);
    if (!node || !edited || !names_tensor(goal.free, tensor.name) || graph.node(*node).operation != nullptr) continue;
    if (cell_count(graph.node(*node).shape) > most_spelt_cells) continue;
    std::string values;
    for_each_row(graph, *node, [&](const graph::Index&, std::span<const float> row) {
      for (const float value : row) values += (values.empty() ? "" : ",") + shortest(value);
    });
    add(tensor.name, values);
  }
  for (const auto& [name, value] : parameters_on(lesson, state.step, document))
    if (names_parameter(goal.free, name)) add(name, parameter_text(value));
  return answer;
}

bool reaches(const lesson::Part& goal, const lesson::Lesson& lesson, std::string_view step, std::string_view answer) {
  lesson::Overrides overrides;
  overrides.parameters = parameters_on(lesson, step, {});
  std::vector<std::pair<std::string_view, std::string_view>> tensors;
  while (!answer.empty()) {
    const std::string_view one = next_of(answer, ';');
    const std::size_t colon = std::min(one.find(':'), one.size());
    const std::string_view name = one.substr(0, colon), value = one.substr(std::min(colon + 1, one.size()));
    const auto parameter = std::ranges::find(lesson.parameters, name, &lesson::Parameter::name);
    if (parameter == lesson.parameters.end()) {
      if (!names_tensor(goal.free, name)) return false;
      tensors.emplace_back(name, value);
      continue;
    }
    const auto read = parameter_value(*parameter, value);
    if (!read || !names_parameter(goal.free, name) || !lesson::checked(*parameter, *read)) return false;
    overrides.parameters.insert_or_assign(std::string(name), *read);
  }
  auto graph = lesson::run(lesson, overrides);
  if (!graph) return false;
  for (const auto& [name, values] : tensors)
    if (!spelt_edits(goal.free, name, values, *graph, overrides.edits)) return false;
  if (!overrides.edits.empty()) graph = lesson::run(lesson, overrides);
  return graph && lesson::holds(goal.truth, *graph).value_or(false);
}

// ---- in the explorer -------------------------------------------------------------------------------------------------

bool LessonScreen::shows_goal() const {
  const auto& question = lesson_.steps[step_place()].question;
  return !state_.end && question && has_goal(lesson::asked_of(*question, state_.student));
}

void LessonScreen::check_goals() {
  const auto& question = lesson_.steps[step_place()].question;
  if (!question || state_.revealed.contains(question->id)) return;
  const lesson::Asked& asked = lesson::asked_of(*question, state_.student);
  for (std::size_t i = 0; i < asked.parts.size(); ++i) {
    if (!is_goal(asked.parts[i]) || !lesson::holds(asked.parts[i].truth, graph_).value_or(false)) continue;
    Progress& progress = state_.answers[question->id];
    progress.parts.resize(asked.parts.size());
    PartProgress& part = progress.parts[i];
    if (part.right) continue;
    part = {goal_answer(asked.parts[i], lesson_, graph_, state_), true, true, 1};
  }
}

// The free numbers as the lesson has them, then the solution; one undo entry. What the page's author has locked stays.
Result<void> LessonScreen::set_solution(const lesson::Asked& asked) {
  const Document before = state_.document;
  Document next = before;
  for (const lesson::Part& part : asked.parts) {
    if (!is_goal(part) || part.solution.empty()) continue;
    const auto locked = [&](const lesson::Change& change) {
      return lock_.covers(change.parameter.empty() ? change.cells.tensor : change.parameter);
    };
    if (std::ranges::any_of(part.solution, locked)) return {};
    std::erase_if(next.edits, [&](const lesson::Edit& edit) { return names_tensor(part.free, edit.tensor); });
    for (const lesson::Change& change : part.solution) {
      const auto parameter = std::ranges::find(lesson_.parameters, change.parameter, &lesson::Parameter::name);
      if (parameter == lesson_.parameters.end()) continue;
      choose(next, lesson_, state_.step, *parameter, lesson::from_spelt(*parameter, change.value));
    }
  }
  // Parameters first: they may decide which cells there are.
  if (auto done = apply_document(next); !done) return std::unexpected(done.error());
  for (const lesson::Part& part : asked.parts)
    for (const lesson::Change& change : part.solution) {
      const auto node = graph_.find(change.cells.tensor);
      if (!change.parameter.empty() || !node) continue;
      graph::Index index(graph_.node(*node).shape.size(), 0);
      for (std::size_t i = 0; i < change.values.size(); ++i) {
        const graph::CellRef cell{*node, change.cells.cells.empty() ? index : change.cells.cells[i]};
        if (exists(cell)) put(next, cell, change.values[i]);
        next_index(graph_.node(*node).shape, index);
      }
    }
  if (auto done = apply_document(std::move(next)); !done) {
    if (auto back = apply_document(before); !back) return std::unexpected(back.error());
    return std::unexpected(done.error());
  }
  history_.record(before, state_.document, {}, false);
  return {};
}

}  // namespace explorer
