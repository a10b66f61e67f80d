// Runs a lesson: takes parameters and edits, returns a graph. The only place where lesson files meet the graph.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"

namespace lesson {

struct Edit {
  std::string tensor;
  graph::Index index;
  float value = 0;
  bool operator==(const Edit&) const = default;
};

struct Overrides {
  std::map<std::string, ParameterValue, std::less<>> parameters;
  std::vector<Edit> edits;  // in order; applied to sources
  std::string language = "en";
};

// Errors carry the JSON pointer of the tensor or parameter that failed: wrong shape, limit of values or multiply-adds,
// an edit of a cell that does not exist ("/edits/0"). What an earlier graph of the lesson, `before`, holds is not computed
// again.
Result<graph::Graph> run(const Lesson& lesson, const Overrides& overrides, const graph::Graph* before = nullptr);

// The value of a parameter under overrides, checked against its control (choice known, number within least and most).
Result<ParameterValue> checked(const Parameter& parameter, const ParameterValue& value);
// A value as spelt in the cases of a choice: "dot", "3", "true"; and back, for a value that the parameter can take.
std::string spelt(const ParameterValue& value);
ParameterValue from_spelt(const Parameter& parameter, std::string_view spelling);

}  // namespace lesson
