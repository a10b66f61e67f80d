// Right answers, computed from a graph, and whether a given one is right. Independent of how answers are typed or
// shown: they are given as numbers, indices, ids of options, or a cell.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/core/graph.hpp"
#include "lesson/questions/question.hpp"

namespace lesson {

// Nothing if the graph, with the reader's parameters, has no such cells.
std::optional<std::vector<double>> numbers_of(const Quantity& quantity, const graph::Graph& graph);
std::optional<bool> holds(const Condition& condition, const graph::Graph& graph);

// An answer from a student; which members are used depends on the kind of the part.
struct Given {
  std::vector<double> numbers;       // number, shape; indices for a choice, several or order over labels
  std::vector<std::string> options;  // ids: choice, several, the reason of a truth
  bool yes = false;                  // truth
  std::optional<graph::CellRef> cell;
};

struct Verdict {
  enum class Outcome : std::uint8_t { right, wrong, incomplete, none };  // none: there is no right answer
  Outcome outcome = Outcome::wrong;
  const Text* say = nullptr;  // the lesson's feedback to this answer
};
Verdict judge(const Part& part, const Given& given, const graph::Graph& graph);

// How many numbers a numeric answer has; 0 if there is no answer.
std::size_t answer_length(const Part& part, const graph::Graph& graph);

}  // namespace lesson
