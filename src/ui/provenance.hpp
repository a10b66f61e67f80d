// The line that says how the explained cell came about: its name and index, the terms in the colours of what they come
// from, the sum, the result on a chip of the cell's own colour. Grows upwards when it needs more lines: measured first,
// so that what stands beside it knows how far, and drawn later.
#pragma once

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

 private:
  void draw_hint(Screen& screen) const;

  const explorer::ExplanationView* explanation_;  // of this frame; nullptr: a hint stands in its place
  const TermLines* measured_ = nullptr;
  Rect place_, panel_;
};

}  // namespace ui
