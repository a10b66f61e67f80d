// Of several comparisons the farthest counts; of several conditions, any of which is enough, the nearest.
#include "lesson/questions/gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lesson/questions/answers.hpp"

namespace lesson {
namespace {

using Need = Condition::Kind;

constexpr double infinite = std::numeric_limits<double>::infinity();

double off_by(Need need, double is, double wanted, double tolerance) {
  if (std::isnan(is) || std::isnan(wanted)) return infinite;
  if (need == Need::zero) return std::fabs(is);
  if (is == wanted && need != Need::less) return 0;
  const double allowed = tolerance + float_slack * std::max({1.0, std::fabs(is), std::fabs(wanted)});
  switch (need) {
    case Need::at_most: return is - wanted - allowed;
    case Need::at_least: return wanted - is - allowed;
    case Need::less: return is < wanted ? 0 : std::max(is - wanted, std::numeric_limits<double>::min());
    default: return std::fabs(is - wanted) - allowed;
  }
}

std::optional<Gap> compared(const Condition& condition, const graph::Graph& graph) {
  const auto left = numbers_of(condition.sides.at(0), graph);
  const auto right =
      condition.kind == Need::zero ? std::optional(std::vector<double>{0}) : numbers_of(condition.sides.at(1), graph);
  if (!left || !right) return std::nullopt;
  Gap worst{.off = infinite};
  const std::size_t count = std::max(left->size(), right->size());
  const auto fits = [&](const std::vector<double>& side) { return side.size() == count || side.size() == 1; };
  if (count == 0 || !fits(*left) || !fits(*right)) return worst;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = left->size() == 1 ? 0 : i;
    const std::size_t other_place = right->size() == 1 ? 0 : i;
    const double is = (*left)[place], wanted = (*right)[other_place];
    const double off = off_by(condition.kind, is, wanted, condition.tolerance);
    if (worst.of && off <= worst.off) continue;
    const Quantity* other = condition.kind == Need::zero ? nullptr : &condition.sides[1];
    worst = {&condition.sides[0], place, other, other_place, condition.kind, is, wanted, condition.tolerance, off};
  }
  return worst;
}

}  // namespace

std::optional<Gap> gap(const Condition& condition, const graph::Graph& graph) {
  const auto unmeasured = [](bool holds) { return Gap{.off = holds ? 0 : infinite}; };
  switch (condition.kind) {
    case Need::plain: return unmeasured(condition.value);
    case Need::negated: {
      const auto inner = holds(condition, graph);
      return inner ? std::optional(unmeasured(*inner)) : std::nullopt;
    }
    case Need::all:
    case Need::any: {
      const bool nearest = condition.kind == Need::any;
      std::optional<Gap> found;
      for (const Condition& one : condition.of) {
        const auto next = gap(one, graph);
        if (!next && !nearest) return std::nullopt;
        if (next && (!found || (nearest ? next->off < found->off : next->off > found->off))) found = next;
      }
      return found;
    }
    default: return compared(condition, graph);
  }
}

}  // namespace lesson
