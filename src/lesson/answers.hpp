// Right answers, worked out from a graph, and whether a given one is right. Nothing here knows how answers are typed or
// shown: they come as numbers, places, ids of options, or a cell.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/graph.hpp"
#include "lesson/question.hpp"

namespace lesson {

// Empty when the graph, with the reader's parameters, has no such cells.
std::optional<std::vector<double>> numbers_of(const Quantity& quantity, const graph::Graph& graph);
std::optional<bool> holds(const Condition& condition, const graph::Graph& graph);

// An answer as a student gives it; which members count follows from the kind of the part.
struct Given {
  std::vector<double> numbers;       // number, shape; places of a choice, several or order over labels
  std::vector<std::string> options;  // ids: choice, several, the reason of a truth
  bool yes = false;                  // truth
  std::optional<graph::CellRef> cell;
};

struct Verdict {
  enum class Outcome : std::uint8_t { right, wrong, incomplete, none };  // none: there is no right answer at all
  Outcome outcome = Outcome::wrong;
  const Text* say = nullptr;  // what the lesson says to this answer
};
Verdict judge(const Part& part, const Given& given, const graph::Graph& graph);

// How many numbers an answer in numbers has; 0 when there is no answer.
std::size_t answer_length(const Part& part, const graph::Graph& graph);

}  // namespace lesson
