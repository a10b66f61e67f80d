// Quantities, conditions and verdicts. Numbers are compared as float32, so that a typed 0.1 equals the graph's.
#include "lesson/questions/answers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "lesson/questions/gap.hpp"
#include "lesson/read/words.hpp"

namespace lesson {
namespace {

using Numbers = std::vector<double>;
using VerdictIs = Verdict::Outcome;

constexpr std::size_t most_answer_cells = 10'000;

std::size_t cells_in(const graph::Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

bool close(double a, double b, double tolerance) {
  if (a == b) return true;
  return std::fabs(a - b) <= tolerance + float_slack * std::max({1.0, std::fabs(a), std::fabs(b)});
}

bool close(const Numbers& a, const Numbers& b, double tolerance) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [&](double x, double y) { return close(x, y, tolerance); });
}

std::optional<Numbers> cells_of(const CellSpec& spec, const graph::Graph& graph) {
  const auto node = graph.find(spec.tensor);
  if (!node) return std::nullopt;
  const graph::Shape& shape = graph.node(*node).shape;
  Numbers numbers;
  if (spec.cells.empty()) {
    const std::size_t all = cells_in(shape);
    if (all > most_answer_cells) return std::nullopt;
    graph::Index index(shape.size(), 0);
    for (std::size_t flat = 0; flat < all; ++flat) {
      numbers.push_back(static_cast<double>(graph.at(*node, index)));
      for (std::size_t axis = shape.size(); axis-- > 0;) {
        if (++index[axis] < shape[axis]) break;
        index[axis] = 0;
      }
    }
    return numbers;
  }
  for (const graph::Index& index : spec.cells) {
    if (index.size() != shape.size()) return std::nullopt;
    for (std::size_t axis = 0; axis < index.size(); ++axis)
      if (index[axis] >= shape[axis]) return std::nullopt;
    numbers.push_back(static_cast<double>(graph.at(*node, index)));
  }
  return numbers;
}

std::vector<std::size_t> sorted_places(const Numbers& numbers, bool smallest_first) {
  std::vector<std::size_t> places(numbers.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return smallest_first ? numbers[a] < numbers[b] : numbers[a] > numbers[b];
  });
  return places;
}

std::optional<Numbers> different_rows(const std::string& tensor, const graph::Graph& graph) {
  const auto all = cells_of({tensor, {}}, graph);
  if (!all || all->empty()) return std::nullopt;
  const std::size_t columns = graph.node(*graph.find(tensor)).shape.back();
  std::set<Numbers> rows;
  for (std::size_t at = 0; at < all->size(); at += columns)
    rows.emplace(all->begin() + static_cast<std::ptrdiff_t>(at),
                 all->begin() + static_cast<std::ptrdiff_t>(at + columns));
  return Numbers{static_cast<double>(rows.size())};
}

std::optional<Numbers> ratio_or_difference(const Quantity& quantity, const graph::Graph& graph) {
  const auto first = numbers_of(quantity.of.at(0), graph), second = numbers_of(quantity.of.at(1), graph);
  if (!first || !second || first->size() != second->size()) return std::nullopt;
  const bool ratio = quantity.kind == Quantity::Kind::ratio;
  Numbers numbers;
  for (std::size_t i = 0; i < first->size(); ++i) {
    if (ratio && (*second)[i] == 0) return std::nullopt;
    numbers.push_back(ratio ? (*first)[i] / (*second)[i] : (*first)[i] - (*second)[i]);
  }
  return numbers;
}

std::optional<Numbers> length_of(const CellSpec& spec, const graph::Graph& graph) {
  const auto cells = cells_of(spec, graph);
  if (!cells) return std::nullopt;
  return Numbers{std::sqrt(std::inner_product(cells->begin(), cells->end(), cells->begin(), 0.0))};
}

const WrongAnswer* foreseen(const Part& part, const Numbers& numbers, const graph::Graph& graph) {
  for (const WrongAnswer& wrong : part.wrong) {
    const auto value = numbers_of(wrong.value, graph);
    if (value && close(*value, numbers, wrong.tolerance < 0 ? part.tolerance : wrong.tolerance)) return &wrong;
  }
  return nullptr;
}

const Text* said(const Part& part, const WrongAnswer* wrong) {
  if (wrong) return &wrong->say;
  return part.say.empty() ? nullptr : &part.say;
}

// Indices with equal numbers are equally right.
bool equal_number_there(const Part& part, double place, double right, const graph::Graph& graph) {
  if (place == right) return true;
  if (part.answer.kind != Quantity::Kind::place) return false;
  const auto cells = cells_of(part.answer.from, graph);
  const auto a = static_cast<std::size_t>(place), b = static_cast<std::size_t>(right);
  return cells && a < cells->size() && b < cells->size() && (*cells)[a] == (*cells)[b];
}

bool sorts(const Part& part, const Numbers& places, const graph::Graph& graph) {
  const auto cells = cells_of(part.answer.from, graph);
  if (part.answer.kind != Quantity::Kind::order || !cells) return false;
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const double here = (*cells)[static_cast<std::size_t>(places[i])];
    const double next = (*cells)[static_cast<std::size_t>(places[i + 1])];
    if (part.answer.smallest_first ? here > next : here < next) return false;
  }
  return true;
}

Verdict judge_numbers(const Part& part, const Given& given, const graph::Graph& graph) {
  const auto right = numbers_of(part.answer, graph);
  if (!right) return {VerdictIs::none, nullptr};
  bool is_right = close(*right, given.numbers, part.tolerance);
  if (part.kind == Part::Kind::choice && right->size() == 1 && given.numbers.size() == 1)
    is_right = equal_number_there(part, given.numbers.front(), right->front(), graph);
  if (part.kind == Part::Kind::order && right->size() == given.numbers.size())
    is_right = is_right || sorts(part, given.numbers, graph);
  if (is_right) return {VerdictIs::right, nullptr};
  return {VerdictIs::wrong, said(part, foreseen(part, given.numbers, graph))};
}

bool chosen(const Given& given, const AnswerOption& option) {
  return std::find(given.options.begin(), given.options.end(), option.id) != given.options.end();
}

// One option, several, or the reason of a truth: feedback first on a wrong choice, then on a missing one.
Verdict judge_options(const Part& part, const Given& given, const graph::Graph& graph) {
  bool missing = false, any_right = false;
  for (const AnswerOption& option : part.options) {
    const auto right = holds(option.right, graph);
    if (!right) return {VerdictIs::none, nullptr};
    any_right = any_right || *right;
    missing = missing || (*right && !chosen(given, option));
  }
  if (!any_right) return {VerdictIs::none, nullptr};
  for (const AnswerOption& option : part.options) {
    if (!chosen(given, option) || *holds(option.right, graph)) continue;
    return {VerdictIs::wrong, option.say.empty() ? said(part, nullptr) : &option.say};
  }
  if (given.options.empty()) return {VerdictIs::incomplete, nullptr};
  if (missing && part.kind == Part::Kind::several) return {VerdictIs::incomplete, nullptr};
  return {VerdictIs::right, nullptr};
}

Verdict judge_truth(const Part& part, const Given& given, const graph::Graph& graph) {
  const auto right = holds(part.truth, graph);
  if (!right) return {VerdictIs::none, nullptr};
  if (*right != given.yes) return {VerdictIs::wrong, said(part, nullptr)};
  return part.options.empty() ? Verdict{VerdictIs::right, nullptr} : judge_options(part, given, graph);
}

Verdict judge_cell(const Part& part, const Given& given, const graph::Graph& graph) {
  const auto right = numbers_of(part.answer, graph);
  if (!right || right->empty()) return {VerdictIs::none, nullptr};
  if (!given.cell || graph.node(given.cell->node).name != part.tensor) return {VerdictIs::incomplete, nullptr};
  if (close(static_cast<double>(graph.at(given.cell->node, given.cell->index)), right->front(), part.tolerance))
    return {VerdictIs::right, nullptr};
  for (const WrongAnswer& wrong : part.wrong)
    if (std::find(wrong.cells.begin(), wrong.cells.end(), given.cell->index) != wrong.cells.end())
      return {VerdictIs::wrong, &wrong.say};
  return {VerdictIs::wrong, said(part, nullptr)};
}

}  // namespace

std::optional<Numbers> numbers_of(const Quantity& quantity, const graph::Graph& graph) {
  using Of = Quantity::Kind;
  const auto one = [](std::size_t number) { return Numbers{static_cast<double>(number)}; };
  switch (quantity.kind) {
    case Of::given: return quantity.numbers;
    case Of::cells: return cells_of(quantity.from, graph);
    case Of::different: return different_rows(quantity.from.tensor, graph);
    case Of::ratio:
    case Of::difference: return ratio_or_difference(quantity, graph);
    case Of::length: return length_of(quantity.from, graph);
    case Of::sum: {
      const auto cells = cells_of(quantity.from, graph);
      return cells ? std::optional(Numbers{std::accumulate(cells->begin(), cells->end(), 0.0)}) : std::nullopt;
    }
    case Of::largest:
    case Of::place: {
      const auto cells = cells_of(quantity.from, graph);
      if (!cells || quantity.rank == 0 || quantity.rank > cells->size()) return std::nullopt;
      const std::size_t place = sorted_places(*cells, quantity.smallest_first)[quantity.rank - 1];
      return quantity.kind == Of::place ? one(place) : Numbers{(*cells)[place]};
    }
    case Of::order: {
      const auto cells = cells_of(quantity.from, graph);
      if (!cells) return std::nullopt;
      const auto places = sorted_places(*cells, quantity.smallest_first);
      return Numbers(places.begin(), places.end());
    }
    case Of::shape:
    case Of::axis: {
      const auto node = graph.find(quantity.from.tensor);
      if (!node) return std::nullopt;
      const graph::Shape& shape = graph.node(*node).shape;
      if (quantity.kind == Of::shape) return Numbers(shape.begin(), shape.end());
      return quantity.axis < shape.size() ? std::optional(one(shape[quantity.axis])) : std::nullopt;
    }
    case Of::size: {
      std::size_t total = 0;
      for (const std::string& name : quantity.tensors) {
        const auto node = graph.find(name);
        if (!node) return std::nullopt;
        total += cells_in(graph.node(*node).shape);
      }
      return one(total);
    }
  }
  return std::nullopt;
}

std::optional<bool> holds(const Condition& condition, const graph::Graph& graph) {
  using Is = Condition::Kind;
  if (condition.kind == Is::plain) return condition.value;
  if (condition.kind == Is::negated) {
    const auto inner = holds(condition.of.at(0), graph);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  const auto farthest = gap(condition, graph);
  return farthest ? std::optional(farthest->off <= 0) : std::nullopt;
}

Verdict judge(const Part& part, const Given& given, const graph::Graph& graph) {
  switch (part.kind) {
    case Part::Kind::cell: return judge_cell(part, given, graph);
    case Part::Kind::truth: return judge_truth(part, given, graph);
    case Part::Kind::goal:
      return {holds(part.truth, graph).value_or(false) ? VerdictIs::right : VerdictIs::incomplete, nullptr};
    case Part::Kind::number:
    case Part::Kind::shape:
    case Part::Kind::order: return judge_numbers(part, given, graph);
    case Part::Kind::choice:
    case Part::Kind::several:
      return part.options.empty() ? judge_numbers(part, given, graph) : judge_options(part, given, graph);
  }
  return {};
}

std::size_t answer_length(const Part& part, const graph::Graph& graph) {
  const auto right = numbers_of(part.answer, graph);
  return right ? right->size() : 0;
}

const Asked& asked_of(const Question& question, std::size_t student) {
  const std::size_t forms = question.variants.size() + 1;
  // Hashed with the question's id, so that students with adjacent seeds differ in more than one question.
  std::size_t mixed = student;
  if (student > 0)
    for (const char c : question.id) mixed = (mixed * 31 + static_cast<unsigned char>(c)) % 1'000'003;
  const std::size_t which = student == 0 ? 0 : mixed % forms;
  return which == 0 ? question : question.variants[which - 1];
}

std::string_view part_kind_name(Part::Kind kind) { return text::word(kind); }

}  // namespace lesson
