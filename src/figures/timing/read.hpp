// "timing": attention over the whole matrix and in tiles, timed in the page, above the stage.
#pragma once

#include "lesson/step_figure.hpp"

namespace lesson {

struct TimingFigure : StepFigure {
  static constexpr std::string_view key = "timing";
  std::string tokens;        // a tensor with one cell
  std::size_t features = 1;  // of queries, keys and values
  graph::Result<void> check(const Lesson& lesson, const graph::Graph& graph) const override;
};

}  // namespace lesson
