// A sentence whose words are faded by the attention of one of them.
#pragma once

#include "explorer/views/view.hpp"

namespace explorer {

struct WordsView : ShownFigure {
  static constexpr std::string_view key = "words";
  graph::NodeId weights = 0;
  std::vector<std::string> words;
  std::vector<float> attention;    // of the followed word, one per word; hidden ones are 0
  std::vector<std::string> texts;  // the same as numbers
  std::size_t followed = 0;
  FigureText text(const ViewContext& context) const override;
  bool follows_focus() const override { return true; }
};

}  // namespace explorer
