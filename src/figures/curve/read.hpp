// "curve": numbers as heights over places along one axis, above the stage: a loss over the values tried for one weight, or
// over the steps of a training.
#pragma once

#include <array>

#include "lesson/step_figure.hpp"

namespace lesson {

struct CurveFigure : StepFigure {
  static constexpr std::string_view key = "curve";
  std::string over;                // (places): rising
  std::vector<std::string> lines;  // (places) each
  // One cell each: the current position, along the axis and upwards; may be empty.
  std::array<std::string, 2> point;
  std::vector<std::string> marks;  // one cell each: heights drawn across, such as the loss of guessing
  graph::Result<void> check(const Lesson& lesson, const graph::Graph& graph) const override;
  std::vector<std::string> cells() const override { return lines; }
};

}  // namespace lesson
