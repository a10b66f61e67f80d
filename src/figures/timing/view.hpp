// What has been timed for the number of tokens that is chosen now, in numbers and in words.
#pragma once

#include "explorer/lesson/timing.hpp"
#include "explorer/views/view.hpp"

namespace explorer {

struct TimingView : ShownFigure {
  static constexpr std::string_view key = "timing";
  struct Way {
    std::string name, text;  // "in tiles", "12.3 ms"; without a text: not measured
    float share = 0;         // of the longer one
  };
  std::size_t tokens = 0, features = 0;
  bool may_measure = false;
  std::string title, button, outcome, how;
  std::vector<Way> ways;  // the whole matrix, and tiles
  FigureText text(const ViewContext& context) const override;
};

}  // namespace explorer
