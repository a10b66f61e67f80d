// Right answers and expected wrong ones in words: numbers with as many decimals as the check requires, places by their
// labels.
#include "explorer/views/answer_key.hpp"

#include <algorithm>
#include <cmath>

#include "explorer/goals/goal_words.hpp"
#include "explorer/state/cells.hpp"
#include "graph/explain/explanation.hpp"
#include "lesson/questions/answers.hpp"

namespace explorer {
namespace {

using PartKind = lesson::Part::Kind;

constexpr double typing_slack = 1e-6;  // relative; a difference too small to type does not add a digit

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : std::string(between)) + word;
  return all;
}

// As many decimals as the page shows, and more where the rounded number would be judged wrong.
std::string number_words(const ViewContext& context, double value, double tolerance) {
  int decimals = context.state.decimals;
  const double allowed = tolerance + typing_slack * std::max(1.0, std::fabs(value));
  const auto off_by = [&] {
    return std::fabs(std::round(value * std::pow(10, decimals)) / std::pow(10, decimals) - value);
  };
  while (decimals < graph::float_digits && std::isfinite(value) && off_by() > allowed) ++decimals;
  return graph::format_float(value, decimals);
}

// An answer in numbers, as its kind writes it.
std::string numbers_words(const ViewContext& context, const lesson::Part& part, const std::vector<double>& numbers) {
  std::vector<std::string> words;
  const auto node = context.graph.find(part.tensor);
  const bool places = part.kind == PartKind::choice || part.kind == PartKind::several || part.kind == PartKind::order;
  for (const double number : numbers) {
    const auto place = static_cast<std::size_t>(std::max(0.0, number));
    if (part.kind == PartKind::shape) words.push_back(std::to_string(place));
    else if (places && node) words.push_back(place_label(context, *node, part.axis, place));
    else words.push_back(number_words(context, number, part.tolerance));
  }
  return joined(words, part.kind == PartKind::shape ? " × " : ", ");
}

// Every cell that counts as right.
std::string right_cells(const ViewContext& context, const lesson::Part& part, const std::vector<double>& right) {
  const auto node = context.graph.find(part.tensor);
  if (!node || right.empty()) return {};
  const graph::Shape& shape = context.graph.node(*node).shape;
  std::vector<std::string> names;
  graph::CellRef cell{*node, graph::Index(shape.size(), 0)};
  do {
    lesson::Given given;
    given.cell = cell;
    if (lesson::judge(part, given, context.graph).outcome == lesson::Verdict::Outcome::right)
      names.push_back(cell_name(context, cell));
  } while (next_index(shape, cell.index));
  return joined(names, ", ");
}

// An answer with the wrong number of values cannot be entered.
bool may_be_given(const lesson::Part& part, const std::vector<double>& wrong,
                  const std::optional<std::vector<double>>& right) {
  return part.kind != PartKind::number || !right || wrong.size() == right->size();
}

using Note = AnswerKey::Note;

std::vector<Note> notes_of(const ViewContext& context, const lesson::Part& part) {
  std::vector<Note> notes;
  const auto right = lesson::numbers_of(part.answer, context.graph);
  for (const lesson::WrongAnswer& wrong : part.wrong) {
    std::string given;
    if (part.kind == PartKind::cell) {
      const auto node = context.graph.find(part.tensor);
      std::vector<std::string> names;
      for (const graph::Index& index : wrong.cells)
        if (node && within(context.graph.node(*node).shape, index)) names.push_back(cell_name(context, {*node, index}));
      given = joined(names, ", ");
    } else if (const auto value = lesson::numbers_of(wrong.value, context.graph);
               value && value != right && may_be_given(part, *value, right)) {
      given = numbers_words(context, part, *value);
    }
    const bool known = std::ranges::contains(notes, given, &Note::given);
    if (!given.empty() && !known) notes.push_back({std::move(given), paragraphs(context, wrong.say)});
  }
  for (const lesson::AnswerOption& option : part.options)
    if (!lesson::holds(option.right, context.graph).value_or(true) && !option.say.empty())
      notes.push_back({plain_words(paragraphs(context, option.label)), paragraphs(context, option.say)});
  return notes;
}

}  // namespace

std::string right_answer(const ViewContext& context, const lesson::Part& part) {
  std::vector<std::string> words;
  if (part.kind == PartKind::goal) return solution_words(context, part);
  if (part.kind == PartKind::truth) {
    const auto true_ = lesson::holds(part.truth, context.graph);
    if (!true_) return {};
    words.push_back(context.say(*true_ ? "question.yes" : "question.no"));
  }
  if (part.kind == PartKind::truth || !part.options.empty()) {
    for (const lesson::AnswerOption& option : part.options)
      if (lesson::holds(option.right, context.graph).value_or(false))
        words.push_back(plain_words(paragraphs(context, option.label)));
    return joined(words, part.kind == PartKind::truth ? ": " : "; ");
  }
  const auto right = lesson::numbers_of(part.answer, context.graph);
  if (!right) return {};
  return part.kind == PartKind::cell ? right_cells(context, part, *right) : numbers_words(context, part, *right);
}

AnswerKey answer_key(const ViewContext& context, const lesson::Question& question) {
  AnswerKey out{question.id, {}};
  for (const lesson::Part& part : lesson::asked_of(question, context.state.student).parts)
    out.parts.push_back({right_answer(context, part), notes_of(context, part), paragraphs(context, part.say)});
  return out;
}

}  // namespace explorer
