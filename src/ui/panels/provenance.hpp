// The line that shows how the explained cell is computed: its name and index, the terms in the colours of their
// sources, the sum, the result on a chip of the cell's own colour. It grows upwards when it needs more lines; it is
// measured first, so that its neighbours know its height, and drawn later.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

class Provenance {
 public:
  // downwards: it grows below its place instead of above. brief: only its first line, with as many terms as fit one
  // row (two on small screens), so that it does not grow.
  Provenance(Screen& screen, Rect place, bool downwards = false, bool brief = false);
  Provenance(const Provenance&) = delete;
  Provenance& operator=(const Provenance&) = delete;

  Rect panel() const { return panel_; }
  void draw(Screen& screen) const;

 private:
  void draw_hint(Screen& screen) const;
  void draw_terms(Screen& screen) const;

  const explorer::ExplanationView* explanation_;  // of this frame; nullptr: a hint is shown instead
  const TermLines* measured_ = nullptr;
  Rect place_, panel_;
  bool brief_;
  float bar_ = 0;  // height of the moves bar above the line; 0 without one
};

}  // namespace ui
