// What the model writes, letter by letter.
#pragma once

#include "explorer/views/view.hpp"

namespace explorer {

// A line that the model writes, and where it looked for the letter that is followed.
struct WrittenView : ShownFigure {
  static constexpr std::string_view key = "written";
  std::string title;  // with the step whose weights wrote the letters
  graph::NodeId weights = 0;
  std::vector<std::string> letters;  // none before the first line; the first one is given
  std::size_t length = 0;            // of a line
  std::size_t followed = 1;          // never the first
  std::vector<float> attention;      // for that letter, one for each before it; none while attention is off
  graph::Role role = graph::Role::none;
  graph::Index leading;            // of the weights: the axes before the rows, the last of them that of the heads
  std::vector<std::string> heads;  // none while attention is off
  std::string axis;                // of the heads
  std::string note;                // where it looked, in a sentence; or that attention is off
  struct Line {
    std::size_t step = 0;
    std::string title, text;
    bool later = false;  // than the step that is shown
  };
  std::vector<Line> lines;             // of the run, as far as it is known
  std::vector<std::size_t> brightest;  // of each row of the weights, the place of its largest one
  // The weight that stands for a letter: the largest of the row that picked it.
  graph::CellRef cell(std::size_t letter) const {
    graph::Index index = leading;
    index.push_back(letter - 1);
    index.push_back(brightest[letter - 1]);
    return {weights, std::move(index)};
  }
  FigureText text(const ViewContext& context) const override;
  bool follows_focus() const override { return true; }
};

}  // namespace explorer
