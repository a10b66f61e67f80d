// How far a condition is from holding, so that a goal can say what is missing. Independent of words.
#pragma once

#include <cstdint>
#include <optional>

#include "graph/core/graph.hpp"
#include "lesson/questions/question.hpp"

namespace lesson {

// Larger than any difference of rounding in float32, smaller than any that someone would type; relative.
inline constexpr double float_slack = 1e-6;

// The comparison of a condition that is farthest from holding.
struct Gap {
  const Quantity* of = nullptr;     // the first side; none: nothing that could be measured
  std::size_t place = 0;            // which of its numbers
  const Quantity* other = nullptr;  // the second side, if it has one
  std::size_t other_place = 0;
  Condition::Kind need = Condition::Kind::all;  // equal, less, at_most, at_least or zero, where `of` is set
  double is = 0, wanted = 0, tolerance = 0;
  double off = 0;  // distance beyond what is allowed, infinite if it cannot be measured; 0 or less: it holds
};

// Nothing if the graph, with the reader's parameters, lacks one of the cells.
std::optional<Gap> gap(const Condition& condition, const graph::Graph& graph);

}  // namespace lesson
