// Puts questions into view: options with their labels, and one sentence or two about what was answered.
#include <algorithm>

#include "explorer/answers.hpp"
#include "explorer/cells.hpp"
#include "explorer/link_text.hpp"

namespace explorer {
namespace {

using PartKind = lesson::Part::Kind;
using VerdictIs = lesson::Verdict::Outcome;

Paragraphs as_sentence(std::string words) {
  lesson::Run run;
  run.text = std::move(words);
  return {lesson::Paragraph{false, {std::move(run)}}};
}

bool is_listed(std::string_view list, std::string_view id) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (list.substr(0, end) == id) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// Of an axis: in the order that the answer has, as far as it is one.
std::vector<OptionView> labelled_options(const Sight& sight, const lesson::Part& part, std::string_view value) {
  std::vector<OptionView> options;
  const auto node = sight.graph.find(part.tensor);
  if (!node || part.axis >= sight.graph.node(*node).shape.size()) return options;
  for (std::size_t place = 0; place < sight.graph.node(*node).shape[part.axis]; ++place) {
    const std::string id = std::to_string(place);
    options.push_back({id, place_label(sight, *node, part.axis, place), is_listed(value, id), false});
  }
  if (part.kind != PartKind::order) return options;
  for (OptionView& option : options) option.chosen = false;
  if (const auto given = read_answer(part, value, sight.graph, sight.state.language)) {
    std::vector<OptionView> ordered;
    for (const double place : given->numbers) ordered.push_back(options[static_cast<std::size_t>(place)]);
    return ordered;
  }
  return options;
}

std::vector<OptionView> options_of(const Sight& sight, const lesson::Part& part, std::string_view value) {
  if (part.options.empty()) {
    const bool labelled =
        part.kind == PartKind::choice || part.kind == PartKind::several || part.kind == PartKind::order;
    return labelled ? labelled_options(sight, part, value) : std::vector<OptionView>{};
  }
  std::string_view ids = value;
  if (part.kind == PartKind::truth) {
    const std::size_t point = value.find('.');
    ids = point == std::string_view::npos ? std::string_view() : value.substr(point + 1);
  }
  std::vector<OptionView> options;
  for (const lesson::AnswerOption& option : part.options)
    options.push_back({option.id, sight.in_language(option.label), is_listed(ids, option.id), false});
  return options;
}

std::string example_of(const Sight& sight, const lesson::Part& part) {
  switch (part.kind) {
    case PartKind::shape: return sight.say("question.shape.example");
    case PartKind::cell: {
      const auto node = sight.graph.find(part.tensor);
      return sight.say("question.pick", {node ? spoken_name(sight, *node) : part.tensor});
    }
    case PartKind::number: {
      const std::size_t count = lesson::answer_length(part, sight.graph);
      return sight.say(count > 1 ? "question.numbers.example" : "question.number.example", {std::to_string(count)});
    }
    default: return {};
  }
}

void add_verdict(const Sight& sight, const lesson::Part& part, const PartProgress& progress, PartView& view) {
  if (progress.right) {
    view.outcome = PartView::Outcome::right;
    view.feedback = as_sentence(sight.say(progress.tries <= 1 ? "question.right.first" : "question.right"));
    return;
  }
  if (!progress.checked) return;
  const auto given = read_answer(part, progress.value, sight.graph, sight.state.language);
  if (!given) {
    view.feedback = as_sentence(sight.catalogue.text(sight.state.language, given.error()));
    return;
  }
  const lesson::Verdict verdict = lesson::judge(part, *given, sight.graph);
  switch (verdict.outcome) {
    case VerdictIs::right: return;  // made right by a change since then: it may be checked again
    case VerdictIs::none: view.feedback = as_sentence(sight.say("question.no_answer")); return;
    case VerdictIs::incomplete:
      view.feedback = as_sentence(part.kind == PartKind::cell      ? view.example
                                  : part.kind == PartKind::several ? sight.say("question.missing")
                                                                   : sight.say("question.reason"));
      return;
    case VerdictIs::wrong: break;
  }
  view.outcome = PartView::Outcome::wrong;
  view.feedback = verdict.say ? paragraphs(sight, *verdict.say) : as_sentence(sight.say("question.wrong"));
  for (OptionView& option : view.options) {
    if (!option.chosen) continue;
    const auto known = std::ranges::find(part.options, option.id, &lesson::AnswerOption::id);
    option.wrong = known == part.options.end() ? part.kind == PartKind::choice
                                               : !lesson::holds(known->right, sight.graph).value_or(false);
  }
}

PartView part_view(const Sight& sight, const lesson::Part& part, const PartProgress& progress) {
  PartView view;
  view.kind = part.kind;
  view.label = sight.in_language(part.label);
  view.value = progress.value;
  view.tries = progress.tries;
  view.options = options_of(sight, part, progress.value);
  view.example = example_of(sight, part);
  if (part.kind == PartKind::truth) view.yes_no = progress.value.substr(0, progress.value.find('.'));
  if (const auto& cell = sight.state.focused; part.kind == PartKind::cell && cell) {
    view.picked = sight.graph.node(cell->node).name;
    if (!cell->index.empty()) view.picked += "," + index_text(cell->index);
    view.picked_name = cell_name(sight, *cell);
  }
  add_verdict(sight, part, progress, view);
  return view;
}

}  // namespace

QuestionView question_view(const Sight& sight, const lesson::Question& question) {
  const lesson::Asked& asked = lesson::asked_of(question, sight.state.student);
  QuestionView view;
  view.id = question.id;
  view.prompt = paragraphs(sight, asked.prompt);
  view.solved = is_solved(asked, sight.state, question.id);
  view.revealed = is_open(question, sight.state);
  if (view.revealed) view.answer = paragraphs(sight, asked.answer);
  view.has_hint = !asked.hint.empty();
  static const Progress nothing;
  const auto found = sight.state.answers.find(question.id);
  const Progress& progress = found == sight.state.answers.end() ? nothing : found->second;
  if (progress.hint) view.hint = paragraphs(sight, asked.hint);
  unsigned tries = 0;
  for (std::size_t i = 0; i < asked.parts.size(); ++i) {
    static const PartProgress untouched;
    const PartProgress& part = i < progress.parts.size() ? progress.parts[i] : untouched;
    view.parts.push_back(part_view(sight, asked.parts[i], part));
    tries += part.tries;
  }
  if (tries > 1) view.tries = sight.say("question.tries", {std::to_string(tries)});
  if (!asked.parts.empty() && sight.state.document != Document{} && !view.revealed)
    view.edited = sight.say("question.edited");
  return view;
}

}  // namespace explorer
