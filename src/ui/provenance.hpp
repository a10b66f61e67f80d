// The line that says how the explained cell came about: its name and index, the terms in the colours of what they come
// from, the sum, the result on a chip of the cell's own colour. Grows upwards when it needs more lines: measured first,
// so that what stands beside it knows how far, and drawn later.
#pragma once

#include <string>
#include <vector>

#include "ui/screen.hpp"

namespace ui {

class Provenance {
 public:
  // downwards: it grows below its place instead of above.
  Provenance(Screen& screen, Rect place, bool downwards = false);
  Provenance(const Provenance&) = delete;
  Provenance& operator=(const Provenance&) = delete;

  Rect panel() const { return panel_; }
  void draw(Screen& screen) const;

  struct Token {
    const graph::Piece* piece = nullptr;
    std::vector<TextRun> runs;
    std::string note;
    float width = 0, pad = 0;  // pad on either side, in em
    bool breaks = false;       // a line may begin here
    bool chip = false;
  };
  struct Row {
    std::vector<Token> tokens;
    float size = provenance_size, width = 0;
    bool notes = false;
  };

 private:
  void draw_hint(Screen& screen) const;

  const explorer::ExplanationView* explanation_;  // of this frame; nullptr: a hint stands in its place
  std::vector<graph::Line> lines_;                // tokens point into them
  std::vector<Row> rows_;
  std::vector<TextRun> rule_;
  Rect place_, panel_;
  float pad_ = 0, aside_ = 0, content_ = 0;
  bool cut_ = false;
};

}  // namespace ui
