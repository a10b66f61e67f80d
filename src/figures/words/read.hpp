// "words": a sentence above the stage, its words faded by one row of weights.
#pragma once

#include "lesson/step_figure.hpp"

namespace lesson {

struct WordsFigure : StepFigure {
  static constexpr std::string_view key = "words";
  std::string weights;  // (tokens, tokens)
  graph::Result<void> check(const Lesson& lesson, const graph::Graph& graph) const override;
};

}  // namespace lesson
