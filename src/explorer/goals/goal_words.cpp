// A number that misses a goal is shown with enough decimals that it does not look as if it reached it. See
// goal_words.hpp.
#include "explorer/goals/goal_words.hpp"

#include <algorithm>
#include <cmath>

#include "explorer/goals/goals.hpp"
#include "explorer/state/cells.hpp"
#include "graph/explain/explanation.hpp"
#include "lesson/questions/gap.hpp"

namespace explorer {
namespace {

using Of = lesson::Quantity::Kind;
using lesson::Condition;
using lesson::Gap;

constexpr int least_gap_decimals = 3;
constexpr std::size_t most_summands = 4;

// The cell at a place of a list, or of the whole tensor.
graph::CellRef cell_at(const ViewContext& context, const lesson::CellSpec& spec, std::size_t place) {
  const graph::NodeId node = context.graph.find(spec.tensor).value_or(0);
  if (place < spec.cells.size()) return {node, spec.cells[place]};
  const graph::Shape& shape = context.graph.node(node).shape;
  graph::Index index(shape.size(), 0);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = place % std::max<std::size_t>(shape[axis], 1);
    place /= std::max<std::size_t>(shape[axis], 1);
  }
  return {node, index};
}

// "A[3, 2]", or of a tensor with more axes "A[3, 2] (abba)", with the names of the slices before.
std::string gap_cell_name(const ViewContext& context, graph::CellRef cell) {
  std::string slices;
  for (std::size_t axis = 0; axis + 2 < cell.index.size(); ++axis)
    slices += (slices.empty() ? "" : ", ") + place_label(context, cell.node, axis, cell.index[axis]);
  if (slices.empty()) return cell_name(context, cell);
  std::string places;
  for (std::size_t axis = cell.index.size() - 2; axis < cell.index.size(); ++axis)
    places += (places.empty() ? "" : ", ") + std::to_string(cell.index[axis] + 1);
  return context.say("cell.place", {spoken_name(context, cell.node), places}) + " (" + slices + ")";
}

std::string gap_name(const ViewContext& context, const lesson::Quantity& of, std::size_t place) {
  const auto pair = [&](std::string_view sign) {
    return gap_name(context, of.of.at(0), place) + std::string(sign) + gap_name(context, of.of.at(1), place);
  };
  switch (of.kind) {
    case Of::cells: return gap_cell_name(context, cell_at(context, of.from, place));
    case Of::ratio: return pair(" ÷ ");
    case Of::difference: return pair(" − ");
    case Of::sum: {
      if (of.from.cells.empty() || of.from.cells.size() > most_summands) break;
      std::string names;
      for (std::size_t i = 0; i < of.from.cells.size(); ++i)
        names += (names.empty() ? "" : " + ") + gap_cell_name(context, cell_at(context, of.from, i));
      return names;
    }
    case Of::length: {
      const graph::CellRef first = cell_at(context, of.from, 0);
      const std::string name = spoken_name(context, first.node);
      const bool row = first.index.size() >= 2 && !of.from.cells.empty();
      return "|" +
             (row ? context.say("cell.place", {name, std::to_string(first.index[first.index.size() - 2] + 1)}) : name) +
             "|";
    }
    default: break;
  }
  const auto node = context.graph.find(of.from.tensor);
  return node ? spoken_name(context, *node) : of.from.tensor;
}

double rounded(double value, int decimals) {
  const double unit = std::pow(10, decimals);
  return std::round(value * unit) / unit;
}

// Whether a number would still be too far off.
bool misses(const Gap& gap, double value) {
  using Need = Condition::Kind;
  switch (gap.need) {
    case Need::at_most: return value > gap.wanted + gap.tolerance;
    case Need::at_least: return value < gap.wanted - gap.tolerance;
    case Need::less: return value >= gap.wanted;
    case Need::zero: return value != 0;
    default: return std::fabs(value - gap.wanted) > gap.tolerance;
  }
}

std::string gap_number(const Gap& gap) {
  int decimals = least_gap_decimals;
  if (gap.off > 0 && std::isfinite(gap.is))
    while (decimals < graph::float_digits && !misses(gap, rounded(gap.is, decimals))) ++decimals;
  return graph::format_float(gap.is, decimals);
}

// A limit as the lesson writes it; a number of the graph with three decimals.
std::string limit(double value) {
  int decimals = 0;
  while (decimals < least_gap_decimals + 1 && std::fabs(rounded(value, decimals) - value) > 1e-6) ++decimals;
  return graph::format_float(value, decimals);
}

// Whether both sides are cells that are named one by one: the second may move with the first, and is no fixed aim.
bool compares_cells(const Gap& gap) {
  const auto named = [](const lesson::Quantity& side) { return side.kind == Of::cells && !side.from.cells.empty(); };
  return gap.need == Condition::Kind::equal && gap.other && named(*gap.of) && named(*gap.other);
}

std::string needed_words(const ViewContext& context, const Gap& gap) {
  using Need = Condition::Kind;
  const auto side = [&](std::string_view id, double value) { return context.say(id, {limit(value)}); };
  switch (gap.need) {
    case Need::at_most: return side("goal.at_most", gap.wanted + gap.tolerance);
    case Need::at_least: return side("goal.at_least", gap.wanted - gap.tolerance);
    case Need::less: return side("goal.less", gap.wanted);
    case Need::zero: return context.say("goal.zero");
    default: break;
  }
  return gap.tolerance > 0 ? limit(gap.wanted) + " ± " + limit(gap.tolerance) : limit(gap.wanted);
}

std::string plain_symbol(const ViewContext& context, std::string_view tensor) {
  const auto node = context.graph.find(tensor);
  return node ? spoken_name(context, *node) : std::string(tensor);
}

std::string parameter_words(const ViewContext& context, std::string_view name) {
  for (const lesson::Parameter& parameter : context.lesson.parameters)
    if (parameter.name == name) return plain_words(paragraphs(context, parameter.label));
  return {};
}

std::string choice_words(const ViewContext& context, const lesson::Change& change) {
  for (const lesson::Parameter& parameter : context.lesson.parameters)
    for (const lesson::Choice& choice : parameter.choices)
      if (parameter.name == change.parameter && choice.value == change.value) return context.in_language(choice.label);
  if (change.value == "true") return context.say("question.yes");
  if (change.value == "false") return context.say("question.no");
  return change.value;
}

// "A[4, 2] = 0, A[4, 3] = 1", or a whole tensor row by row.
std::string change_words(const ViewContext& context, const lesson::Change& change) {
  if (!change.parameter.empty())
    return parameter_words(context, change.parameter) + ": " + choice_words(context, change);
  const auto node = context.graph.find(change.cells.tensor);
  const auto number = [](float value) { return graph::format_float(static_cast<double>(value), 2); };
  std::string words;
  if (!change.cells.cells.empty()) {
    for (std::size_t i = 0; i < change.values.size() && node; ++i)
      words +=
          (i > 0 ? ", " : "") + cell_name(context, {*node, change.cells.cells[i]}) + " = " + number(change.values[i]);
    return words;
  }
  const std::size_t columns = node ? std::max<std::size_t>(columns_of(context.graph.node(*node).shape), 1) : 1;
  for (std::size_t i = 0; i < change.values.size(); ++i)
    words += (i % columns > 0 ? ", " : i > 0 ? "), (" : "") + number(change.values[i]);
  return plain_symbol(context, change.cells.tensor) + " = (" + words + ")";
}

}  // namespace

std::string distance_words(const ViewContext& context, const lesson::Part& goal) {
  const auto farthest = lesson::gap(goal.truth, context.graph);
  if (!farthest) return context.say("goal.missing");
  if (farthest->off <= 0) return context.say("goal.holds");
  if (!farthest->of) return context.say("goal.not_yet");
  if (!std::isfinite(farthest->is))
    return context.say("goal.not_finite", {gap_name(context, *farthest->of, farthest->place)});
  if (compares_cells(*farthest)) {
    const Gap& gap = *farthest;
    const Gap other{.need = gap.need, .is = gap.wanted, .wanted = gap.is, .tolerance = gap.tolerance, .off = gap.off};
    return context.say("goal.same",
                       {gap_name(context, *gap.of, gap.place), gap_number(gap),
                        gap_name(context, *gap.other, gap.other_place), gap_number(other), limit(gap.tolerance)});
  }
  return context.say("goal.distance", {gap_name(context, *farthest->of, farthest->place), gap_number(*farthest),
                                       needed_words(context, *farthest)});
}

std::string solution_words(const ViewContext& context, const lesson::Part& goal) {
  std::string words;
  for (const lesson::Change& change : goal.solution)
    words += (words.empty() ? "" : "; ") + change_words(context, change);
  return words;
}

std::string free_words(const ViewContext& context) {
  std::string words;
  for (const std::string& name : context.freedom().tensors())
    words += (words.empty() ? "" : ", ") + plain_symbol(context, name);
  return words;
}

}  // namespace explorer
