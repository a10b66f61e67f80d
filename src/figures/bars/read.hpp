// "bars": vectors drawn as bars above the stage, on one scale, such as histograms.
#pragma once

#include "lesson/step_figure.hpp"

namespace lesson {

struct BarsFigure : StepFigure {
  static constexpr std::string_view key = "bars";
  std::vector<std::string> vectors;
  graph::Result<void> check(const Lesson& lesson, const graph::Graph& graph) const override;
};

}  // namespace lesson
