// Builds the view of a question: options with their labels, and a sentence or two about the given answer.
#include <algorithm>
#include <iterator>

#include "explorer/goals/goal_words.hpp"
#include "explorer/goals/goals.hpp"
#include "explorer/lesson/answers.hpp"
#include "explorer/link/link_text.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/views/answer_key.hpp"
#include "lesson/read/tex.hpp"

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

// Options of an axis, in the order that the answer gives, if it is one.
std::vector<OptionView> labelled_options(const ViewContext& context, const lesson::Part& part, std::string_view value) {
  std::vector<OptionView> options;
  const auto node = context.graph.find(part.tensor);
  if (!node || part.axis >= context.graph.node(*node).shape.size()) return options;
  for (std::size_t place = 0; place < context.graph.node(*node).shape[part.axis]; ++place) {
    const std::string id = std::to_string(place);
    std::string label = place_label(context, *node, part.axis, place);
    Paragraphs text = as_sentence(label);
    options.push_back({id, std::move(label), std::move(text), is_listed(value, id), false});
  }
  if (part.kind != PartKind::order) return options;
  for (OptionView& option : options) option.chosen = false;
  if (const auto given = read_answer(part, value, context.graph, context.state.language)) {
    std::vector<OptionView> ordered;
    for (const double place : given->numbers) ordered.push_back(options[static_cast<std::size_t>(place)]);
    return ordered;
  }
  return options;
}

std::vector<OptionView> options_of(const ViewContext& context, const lesson::Part& part, std::string_view value) {
  if (part.options.empty()) {
    const bool labelled =
        part.kind == PartKind::choice || part.kind == PartKind::several || part.kind == PartKind::order;
    return labelled ? labelled_options(context, part, value) : std::vector<OptionView>{};
  }
  std::string_view ids = value;
  if (part.kind == PartKind::truth) {
    const std::size_t point = value.find('.');
    ids = point == std::string_view::npos ? std::string_view() : value.substr(point + 1);
  }
  std::vector<OptionView> options;
  for (const lesson::AnswerOption& option : part.options) {
    Paragraphs text = paragraphs(context, option.label);
    std::string label = plain_words(text);
    options.push_back({option.id, std::move(label), std::move(text), is_listed(ids, option.id), false});
  }
  return options;
}

Paragraphs given_answer(const ViewContext& context, const PartView& part) {
  std::vector<lesson::Run> all;
  const auto add = [&](Paragraphs piece) {
    if (!all.empty()) all.push_back(as_sentence(", ")[0].runs[0]);
    for (lesson::Paragraph& paragraph : piece) std::ranges::move(paragraph.runs, std::back_inserter(all));
  };
  if (part.kind == PartKind::number || part.kind == PartKind::shape) add(as_sentence(part.value));
  if (part.kind == PartKind::truth)
    add(as_sentence(context.say(part.yes_no == "yes" ? "question.yes" : "question.no")));
  for (const OptionView& option : part.options)
    if (option.chosen || part.kind == PartKind::order) add(option.label_text);
  if (all.empty()) return {};
  return {lesson::Paragraph{false, std::move(all)}};
}

std::string example_of(const ViewContext& context, const lesson::Part& part) {
  switch (part.kind) {
    case PartKind::shape: return context.say("question.shape.example");
    case PartKind::cell: {
      const auto node = context.graph.find(part.tensor);
      return context.say("question.pick", {node ? lesson::tex_words(spoken_name(context, *node)) : part.tensor});
    }
    case PartKind::number: {
      const std::size_t count = lesson::answer_length(part, context.graph);
      return context.say(count > 1 ? "question.numbers.example" : "question.number.example", {std::to_string(count)});
    }
    default: return {};
  }
}

void add_verdict(const ViewContext& context, const lesson::Part& part, const PartProgress& progress, PartView& view) {
  if (part.kind == PartKind::goal) {
    if (progress.right) view.outcome = PartView::Outcome::right;
    return;
  }
  if (progress.right) {
    view.outcome = PartView::Outcome::right;
    view.feedback = as_sentence(context.say(progress.tries <= 1 ? "question.right.first" : "question.right"));
    return;
  }
  if (!progress.checked) return;
  const auto given = read_answer(part, progress.value, context.graph, context.state.language);
  if (!given) {
    view.feedback = as_sentence(context.catalogue.text(context.state.language, given.error()));
    return;
  }
  const lesson::Verdict verdict = lesson::judge(part, *given, context.graph);
  switch (verdict.outcome) {
    case VerdictIs::right: return;  // became right through a later change: it can be checked again
    case VerdictIs::none: view.feedback = as_sentence(context.say("question.no_answer")); return;
    case VerdictIs::incomplete:
      view.feedback = as_sentence(part.kind == PartKind::cell      ? view.example
                                  : part.kind == PartKind::several ? context.say("question.missing")
                                                                   : context.say("question.reason"));
      return;
    case VerdictIs::wrong: break;
  }
  view.outcome = PartView::Outcome::wrong;
  view.feedback = verdict.say ? paragraphs(context, *verdict.say) : as_sentence(context.say("question.wrong"));
  for (OptionView& option : view.options) {
    if (!option.chosen) continue;
    const auto known = std::ranges::find(part.options, option.id, &lesson::AnswerOption::id);
    option.wrong = known == part.options.end() ? part.kind == PartKind::choice
                                               : !lesson::holds(known->right, context.graph).value_or(false);
  }
}

PartView part_view(const ViewContext& context, const lesson::Part& part, const PartProgress& progress) {
  PartView view;
  view.kind = part.kind;
  view.label_text = paragraphs(context, part.label);
  view.label = plain_words(view.label_text);
  view.value = progress.value;
  view.tries = progress.tries;
  view.options = options_of(context, part, progress.value);
  view.example = example_of(context, part);
  if (part.kind == PartKind::goal) {
    view.distance = distance_words(context, part);
    view.reached = lesson::holds(part.truth, context.graph).value_or(false);
  }
  if (part.kind == PartKind::truth) view.yes_no = progress.value.substr(0, progress.value.find('.'));
  if (const auto& cell = context.state.focused; part.kind == PartKind::cell && cell) {
    view.picked = context.graph.node(cell->node).name;
    if (!cell->index.empty()) view.picked += "," + index_text(cell->index);
    view.picked_name = lesson::tex_words(cell_name(context, *cell));
  }
  add_verdict(context, part, progress, view);
  if (progress.right) view.given = given_answer(context, view);
  return view;
}

// The reader's last wrong answer stays visible beside what is right.
void add_shown_answer(const ViewContext& context, const lesson::Part& part, PartView& view) {
  if (part.kind == PartKind::goal || view.outcome == PartView::Outcome::right) return;
  if (view.outcome == PartView::Outcome::wrong) view.mistaken = given_answer(context, view);
  if (part.kind == PartKind::cell && view.outcome == PartView::Outcome::wrong)
    if (const auto given = read_answer(part, view.value, context.graph, context.state.language); given && given->cell)
      view.mistaken = as_sentence(lesson::tex_words(cell_name(context, *given->cell)));
  if (part.options.empty()) {
    const std::string right = right_answer(context, part);
    if (!right.empty()) view.right = as_sentence(right);
    return;
  }
  PartView right = view;
  right.yes_no = lesson::holds(part.truth, context.graph).value_or(false) ? "yes" : "no";
  for (std::size_t i = 0; i < part.options.size(); ++i)
    right.options[i].chosen = lesson::holds(part.options[i].right, context.graph).value_or(false);
  view.right = given_answer(context, right);
}

}  // namespace

QuestionView question_view(const ViewContext& context, const lesson::Question& question) {
  const lesson::Asked& asked = lesson::asked_of(question, context.state.student);
  QuestionView view;
  view.id = question.id;
  view.prompt = paragraphs(context, asked.prompt);
  view.solved = is_solved(asked, context.state, question.id);
  view.revealed = is_open(question, context.state);
  if (view.revealed) view.answer = paragraphs(context, asked.answer);
  static const Progress nothing;
  const auto found = context.state.answers.find(question.id);
  const Progress& progress = found == context.state.answers.end() ? nothing : found->second;
  view.has_hint = progress.hints < asked.hints.size();
  for (std::size_t i = 0; i < std::min(progress.hints, asked.hints.size()); ++i)
    std::ranges::move(paragraphs(context, asked.hints[i]), std::back_inserter(view.hint));
  unsigned tries = 0;
  for (std::size_t i = 0; i < asked.parts.size(); ++i) {
    static const PartProgress untouched;
    const PartProgress& part = i < progress.parts.size() ? progress.parts[i] : untouched;
    view.parts.push_back(part_view(context, asked.parts[i], part));
    if (view.revealed) add_shown_answer(context, asked.parts[i], view.parts.back());
    tries += part.tries;
  }
  if (tries > 1) view.tries = context.say("question.tries", {std::to_string(tries)});
  view.goal = has_goal(asked);
  const std::size_t next = context.step() + 1;
  if (view.goal && view.revealed && next < context.lesson.steps.size())
    if (const auto& after = context.lesson.steps[next].question)
      if (has_goal(lesson::asked_of(*after, context.state.student))) view.next = context.say("goal.next");
  const Document& document = context.state.document;  // a run of training changes none of the reader's numbers
  const bool edited = !document.parameters.empty() || !document.on_steps.empty() || !document.edits.empty();
  if (!asked.parts.empty() && edited && !view.revealed && !view.goal) view.edited = context.say("question.edited");
  return view;
}

}  // namespace explorer
