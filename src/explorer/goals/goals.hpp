// Goals of a step: what is free while one is open, whether numbers reach it, and how such numbers are spelt as an answer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explorer/state/state.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"

namespace explorer {

// What the goals of the current step leave free. Without goals, or where they do not say, nothing is locked by them.
class Freedom {
 public:
  Freedom(const lesson::Lesson& lesson, const State& state);
  bool locks() const { return !of_.empty(); }
  bool lets(std::string_view tensor, const graph::Index& cell) const;
  bool lets_some_of(std::string_view tensor) const;
  bool lets_parameter(std::string_view name) const;
  std::vector<std::string> tensors() const;  // names of those that are free at least in part

 private:
  std::vector<const lesson::Freedom*> of_;
};

bool has_goal(const lesson::Asked& asked);

// The free numbers that differ from the lesson's, as an answer: "q_2:0,0,10,0;causal:1". A tensor is spelt whole.
std::string goal_answer(const lesson::Part& goal, const lesson::Lesson& lesson, const graph::Graph& graph,
                        const State& state);
// Whether the lesson, as the step sets it, with these numbers and no others reaches the goal. Runs the lesson.
bool reaches(const lesson::Part& goal, const lesson::Lesson& lesson, std::string_view step, std::string_view answer);

}  // namespace explorer
