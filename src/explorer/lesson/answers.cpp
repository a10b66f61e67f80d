// Reads and checks answers. Parsing is lenient: brackets, "4x3", "4 by 3", fractions, "e^-2" and "√2" are accepted.
#include "explorer/lesson/answers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "explorer/goals/goals.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/lesson/screen.hpp"
#include "explorer/link/link_reader.hpp"
#include "explorer/state/cells.hpp"
#include "lesson/run/class_code.hpp"

namespace explorer {
namespace {

using PartKind = lesson::Part::Kind;
using VerdictIs = lesson::Verdict::Outcome;

constexpr std::size_t longest_answer = 400;  // bytes
constexpr std::size_t most_tries_kept = 999;

std::unexpected<graph::Message> not_read(std::string_view id, std::initializer_list<std::string> args = {}) {
  graph::Message message{id, {}};
  for (const std::string& arg : args) message.args.push_back(graph::literal(arg));
  return std::unexpected(std::move(message));
}

void replace_each(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

std::vector<std::string> pieces_of(std::string_view text, std::string_view signs) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(signs), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// "2.5", "e^-2", or "√2". Brackets were taken off before: "exp -2".
std::expected<double, graph::Message> read_factor(std::string_view text, std::string_view language) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  struct Function {
    std::string_view prefix;
    double (*of)(double);
  };
  constexpr Function functions[] = {{"e^", std::exp}, {"exp", std::exp}, {"√", std::sqrt}, {"sqrt", std::sqrt}};
  for (const auto& [prefix, of] : functions) {
    if (!text.starts_with(prefix)) continue;
    const auto inner = parse_typed(text.substr(prefix.size()), language);
    if (!inner) return std::unexpected(inner.error());
    const double value = of(static_cast<double>(*inner));
    if (!std::isfinite(value)) return not_read("refuse.not_a_number", {std::string(text)});
    return value;
  }
  const auto number = parse_typed(text, language);
  if (!number) return std::unexpected(number.error());
  return static_cast<double>(*number);
}

// A number, or a fraction of two: "1/8", "1/√2".
std::expected<double, graph::Message> read_typed_number(std::string_view text, std::string_view language) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return read_factor(text, language);
  const auto over = read_factor(text.substr(0, slash), language);
  const auto under = read_factor(text.substr(slash + 1), language);
  if (!over) return std::unexpected(over.error());
  if (!under) return std::unexpected(under.error());
  if (*under == 0) return not_read("refuse.not_a_number", {std::string(text)});
  return *over / *under;
}

// "61,632": one to three digits, then groups of three, in a language whose comma is not the decimal sign.
bool has_grouped_digits(std::string_view text, std::string_view language) {
  if (decimal_comma(language)) return false;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::size_t first = text.find(',');
  if (first == 0 || first == std::string_view::npos || first > 3 || text.front() == '0') return false;
  if (!std::ranges::all_of(text.substr(0, first), is_digit)) return false;
  for (text.remove_prefix(first); !text.empty(); text.remove_prefix(4))
    if (text.size() < 4 || text.front() != ',' || !std::ranges::all_of(text.substr(1, 3), is_digit)) return false;
  return true;
}

// Where the answer is such a number, a comma can only group its digits.
bool is_large_and_whole(const lesson::Part& part, const graph::Graph& graph) {
  const auto right = lesson::numbers_of(part.answer, graph);
  return right && right->size() == 1 && right->front() >= 1000 && right->front() == std::trunc(right->front());
}

std::expected<lesson::Given, graph::Message> read_numbers(std::string text, std::size_t wanted,
                                                          std::string_view language) {
  for (const char* bracket : {"(", ")", "[", "]", "{", "}"}) replace_each(text, bracket, " ");
  std::vector<std::string> parts{text};
  if (wanted > 1) {
    replace_each(text, "\u00A0", " ");
    const bool comma_is_point = decimal_comma(language);
    parts = pieces_of(text, comma_is_point ? "; \t" : ",; \t");
    if (parts.size() != wanted) return not_read("question.count", {std::to_string(wanted)});
  }
  lesson::Given given;
  for (const std::string& part : parts) {
    const auto number = read_typed_number(part, language);
    if (!number) return std::unexpected(number.error());
    given.numbers.push_back(*number);
  }
  return given;
}

std::expected<lesson::Given, graph::Message> read_shape(std::string text) {
  for (const char* between : {"×", "*", "by", "x", "X", ",", "(", ")", "[", "]"}) replace_each(text, between, " ");
  lesson::Given given;
  for (const std::string& part : pieces_of(text, " \t")) {
    std::size_t length = 0;
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), length);
    if (error != std::errc{} || stop != part.data() + part.size() || length > 1'000'000'000)
      return not_read("question.shape");
    given.numbers.push_back(static_cast<double>(length));
  }
  if (given.numbers.empty()) return not_read("question.shape");
  return given;
}

// Indices on an axis whose labels are offered; each at most once.
std::expected<lesson::Given, graph::Message> read_places(const lesson::Part& part, std::string_view value,
                                                         const graph::Graph& graph) {
  const auto node = graph.find(part.tensor);
  const std::size_t most = node && part.axis < graph.node(*node).shape.size() ? graph.node(*node).shape[part.axis] : 0;
  lesson::Given given;
  for (const std::string& item : pieces_of(value, ",")) {
    std::size_t place = 0;
    const auto [stop, error] = std::from_chars(item.data(), item.data() + item.size(), place);
    const auto number = static_cast<double>(place);
    if (error != std::errc{} || stop != item.data() + item.size() || place >= most ||
        std::ranges::contains(given.numbers, number))
      return not_read("refuse.no_option", {item});
    given.numbers.push_back(number);
  }
  if (part.kind == PartKind::several) std::ranges::sort(given.numbers);
  if (given.numbers.empty()) return not_read("question.choose");
  if (part.kind == PartKind::order && given.numbers.size() != most) return not_read("question.choose");
  return given;
}

std::expected<lesson::Given, graph::Message> read_option_ids(const lesson::Part& part, std::string_view value) {
  lesson::Given given;
  if (part.kind == PartKind::truth) {
    const std::size_t point = value.find('.');
    const std::string_view word = value.substr(0, point);
    if (word != "yes" && word != "no") return not_read("question.yes_or_no");
    given.yes = word == "yes";
    value = point == std::string_view::npos ? std::string_view() : value.substr(point + 1);
  }
  given.options = pieces_of(value, ",");
  for (const std::string& id : given.options)
    if (!std::ranges::contains(part.options, id, &lesson::AnswerOption::id)) return not_read("refuse.no_option", {id});
  if (given.options.empty() && part.kind != PartKind::truth) return not_read("question.choose");
  return given;
}

}  // namespace

std::expected<lesson::Given, graph::Message> read_answer(const lesson::Part& part, std::string_view value,
                                                         const graph::Graph& graph, std::string_view language) {
  switch (part.kind) {
    case PartKind::number: {
      std::string text(value);
      text.erase(0, text.find_first_not_of(' '));
      text.erase(text.find_last_not_of(' ') + 1);
      if (has_grouped_digits(text, language) && is_large_and_whole(part, graph)) std::erase(text, ',');
      return read_numbers(std::move(text), lesson::answer_length(part, graph), language);
    }
    case PartKind::shape: return read_shape(std::string(value));
    case PartKind::order: return read_places(part, value, graph);
    case PartKind::choice:
    case PartKind::several:
      return part.options.empty() ? read_places(part, value, graph) : read_option_ids(part, value);
    case PartKind::truth: return read_option_ids(part, value);
    case PartKind::goal: return lesson::Given{};
    case PartKind::cell: {
      lesson::Given given;
      given.cell = find_cell(value, graph);
      if (!given.cell) return not_read("question.pick_first");
      return given;
    }
  }
  return lesson::Given{};
}

bool is_solved(const lesson::Asked& asked, const State& state, std::string_view question) {
  const auto found = state.answers.find(question);
  if (found == state.answers.end() || asked.parts.empty()) return false;
  const auto& parts = found->second.parts;
  return parts.size() == asked.parts.size() && std::ranges::all_of(parts, &PartProgress::right);
}

bool is_open(const lesson::Question& question, const State& state) {
  return state.revealed.contains(question.id) ||
         is_solved(lesson::asked_of(question, state.student), state, question.id);
}

bool check_answer(const lesson::Part& part, PartProgress& progress, std::string_view value, const graph::Graph& graph,
                  std::string_view language) {
  if (progress.right || (progress.checked && progress.value == value)) return false;
  progress.value = value.substr(0, longest_answer);
  progress.checked = true;
  const auto given = read_answer(part, progress.value, graph, language);
  if (!given) return true;  // not understood: does not count as a try
  const lesson::Verdict verdict = lesson::judge(part, *given, graph);
  progress.right = verdict.outcome == VerdictIs::right;
  const bool missing = verdict.outcome == VerdictIs::incomplete && part.kind == PartKind::several;
  if (progress.right || missing || verdict.outcome == VerdictIs::wrong) ++progress.tries;
  return true;
}

// ---- commands ------------------------------------------------------------------------------------------------------

Result<Touched> LessonScreen::carry_out(const Reveal& command) {
  const lesson::Question* question = find_question(command.question);
  if (!question) return graph::fail("question", command.question, say("refuse.no_question", {command.question}));
  const lesson::Asked& asked = lesson::asked_of(*question, state_.student);
  const bool fresh = state_.revealed.insert(command.question).second;
  // A solution can be set again, as often as the reader likes.
  if (has_goal(asked))
    if (Result<void> done = set_solution(asked); !done) return std::unexpected(done.error());
  return fresh || has_goal(asked) ? Touched::view : Touched::nothing;
}

Result<Touched> LessonScreen::carry_out(const Answer& command) {
  const lesson::Question* question = find_question(command.question);
  if (!question) return graph::fail("question", command.question, say("refuse.no_question", {command.question}));
  const lesson::Asked& asked = lesson::asked_of(*question, state_.student);
  if (command.part >= asked.parts.size())
    return graph::fail("question", command.question, say("refuse.no_part", {std::to_string(command.part + 1)}));
  if (asked.parts[command.part].kind == PartKind::goal)
    return graph::fail("question", command.question, say("refuse.goal_answer"));
  if (state_.revealed.contains(command.question)) return Touched::nothing;
  Progress& progress = state_.answers[command.question];
  progress.parts.resize(asked.parts.size());
  PartProgress& part = progress.parts[command.part];
  if (command.check)
    return check_answer(asked.parts[command.part], part, command.value, graph_, state_.language) ? Touched::view
                                                                                                 : Touched::nothing;
  if (part.right || part.value == command.value) return Touched::nothing;
  part.value = command.value.substr(0, longest_answer);
  part.checked = false;
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const ShowHint& command) {
  const lesson::Question* question = find_question(command.question);
  if (!question) return graph::fail("question", command.question, say("refuse.no_question", {command.question}));
  std::size_t& shown = state_.answers[command.question].hints;
  if (shown >= lesson::asked_of(*question, state_.student).hints.size()) return Touched::nothing;
  ++shown;
  return Touched::view;
}

const lesson::Step* LessonScreen::step_that_asks(std::string_view question) const {
  for (const lesson::Step& step : lesson_.steps)
    if (step.question && step.question->id == question) return &step;
  return nullptr;
}

const lesson::Question* LessonScreen::find_question(std::string_view id) const {
  const lesson::Step* step = step_that_asks(id);
  return step ? &*step->question : nullptr;
}

void LessonScreen::take_answers(const std::map<std::string, Progress, std::less<>>& asked) {
  const Parameters now = parameters_on(lesson_, state_.step, state_.document);
  for (const auto& [id, given] : asked) {
    const lesson::Step* step = step_that_asks(id);
    if (!step) continue;
    const lesson::Asked& form = lesson::asked_of(*step->question, state_.student);
    // A question of a step with other values is about that step's numbers.
    std::optional<graph::Graph> other;
    if (lesson::Overrides there{parameters_on(lesson_, step->id, state_.document), {}, state_.language};
        there.parameters != now) {
      if (auto ran = lesson::run(lesson_, there, &graph_)) other = std::move(*ran);
    }
    const graph::Graph& numbers = other ? *other : graph_;
    Progress& progress = state_.answers[id];
    progress = {};
    progress.parts.resize(form.parts.size());
    for (std::size_t i = 0; i < std::min(form.parts.size(), given.parts.size()); ++i) {
      if (!given.parts[i].checked) continue;
      // Checked again: a link cannot claim that an answer was right.
      if (form.parts[i].kind == PartKind::goal) {
        if (reaches(form.parts[i], lesson_, step->id, given.parts[i].value))
          progress.parts[i] = {given.parts[i].value, true, true, std::max(1U, given.parts[i].tries)};
        continue;
      }
      check_answer(form.parts[i], progress.parts[i], given.parts[i].value, numbers, state_.language);
      // What is wrong now may have been incomplete when it was given: the link's own count holds.
      progress.parts[i].tries = std::max(progress.parts[i].right ? 1U : 0U, given.parts[i].tries);
    }
  }
}

std::string LessonScreen::class_code() const {
  const auto covered = [this](const graph::CellRef& cell) { return hidden_.covers(cell); };
  return lesson::class_code(lesson_, graph_, run_settings(state_.document), covered);
}

std::string LessonScreen::code(graph::Language language) const {
  const auto covered = [this](const graph::CellRef& cell) { return hidden_.covers(cell); };
  return graph::export_code(graph_, language, view_.lesson_title, covered);
}

// ---- links -----------------------------------------------------------------------------------------------------------

std::string answers_text(const Progress& progress) {
  std::string text;
  bool any = false;
  for (std::size_t i = 0; i < progress.parts.size(); ++i) {
    if (i > 0) text += '|';
    const PartProgress& part = progress.parts[i];
    if (!part.checked) continue;
    any = true;
    std::string value = part.value;
    std::ranges::replace(value, '|', ' ');
    text += std::to_string(std::min<std::size_t>(part.tries, most_tries_kept)) + ":" + value;
  }
  return any ? text : "";
}

Progress parse_answers(std::string_view text) {
  Progress progress;
  while (progress.parts.size() < 16) {
    const std::size_t end = std::min(text.find('|'), text.size());
    const std::string_view one = text.substr(0, end);
    PartProgress& part = progress.parts.emplace_back();
    unsigned tries = 0;
    const auto [stop, error] = std::from_chars(one.data(), one.data() + one.size(), tries);
    if (error == std::errc{} && stop != one.data() + one.size() && *stop == ':' && tries <= most_tries_kept) {
      part.tries = tries;
      part.value = one.substr(static_cast<std::size_t>(stop - one.data()) + 1).substr(0, longest_answer);
      part.checked = true;
    }
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  return progress;
}

}  // namespace explorer
