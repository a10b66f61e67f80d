// "written": what the model writes, above the stage: a line of its "writes" letter by letter, where it looked for any of
// them, and what it wrote earlier in the run.
#pragma once

#include "lesson/step_figure.hpp"

namespace lesson {

struct WrittenFigure : StepFigure {
  static constexpr std::string_view key = "written";
  std::string line;     // (T + 1) ids
  std::string letters;  // its axis names what each id stands for
  std::string weights;  // (…, H, T, T): the row of a place picked the id after it
  graph::Result<void> check(const Lesson& lesson, const graph::Graph& graph) const override;
};

}  // namespace lesson
