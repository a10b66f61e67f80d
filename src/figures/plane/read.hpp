// "plane": one query and all keys as arrows in the plane of two of their features, and the values with their mixture as
// points in another; on the stage, instead of matrices.
#pragma once

#include <array>

#include "lesson/step_figure.hpp"

namespace lesson {

struct PlaneFigure : StepFigure {
  static constexpr std::string_view key = "plane";
  std::string query, keys;      // (queries, features), (keys, features)
  std::size_t row = 0;          // of the query
  std::string scores, weights;  // (queries, keys), or the one row of that query
  std::string values, output;   // (keys, features), (queries, features) or its one row; both or none
  std::string undivided;        // the weights that the scores give without division, as weights; may be empty
  std::array<std::size_t, 2> features{0, 1}, value_features{0, 1};
  graph::Result<void> check(const Lesson& lesson, const graph::Graph& graph) const override;
  std::vector<std::string> cells() const override;
};

}  // namespace lesson
