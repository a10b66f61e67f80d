// Vectors as bars, on one scale.
#pragma once

#include "explorer/views/view.hpp"

namespace explorer {

// A vector as bars.
struct Bars {
  TensorView tensor;
  std::string title;
  std::vector<float> values;       // hidden ones are 0
  std::vector<std::string> texts;  // "?" where hidden
};

struct BarsView : ShownFigure {
  static constexpr std::string_view key = "bars";
  std::vector<Bars> all;
  std::vector<FigureView> matrices() const override;
};

}  // namespace explorer
