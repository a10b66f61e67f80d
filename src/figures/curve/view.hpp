// Heights over places along one axis.
#pragma once

#include "explorer/views/view.hpp"

namespace explorer {

struct CurveView : ShownFigure {
  static constexpr std::string_view key = "curve";
  struct Line {
    TensorView tensor;
    std::vector<float> values;       // NaN where hidden
    std::vector<std::string> texts;  // "?" where hidden
  };
  Line over;
  std::vector<Line> lines;
  std::optional<std::array<NumberView, 2>> point;  // along the axis, upwards
  std::string moved_by;                            // the parameter that is its place along the axis; may be empty
  std::vector<NumberView> marks;                   // heights drawn across
  std::vector<std::string> notes;                  // a sentence about each line
  std::vector<FigureView> matrices() const override;
  FigureText text(const ViewContext& context) const override;
};

}  // namespace explorer
