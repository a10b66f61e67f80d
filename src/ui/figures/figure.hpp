// The content of the stage: matrices, an attention figure or a plane, and the switch between them where a step has both.
#pragma once

#include "ui/attention/attention.hpp"
#include "figures/plane/draw.hpp"
#include "ui/stage/stage.hpp"

namespace ui {

class Figure {
 public:
  void draw(Screen& screen, Rect area, StageSpace::Size size, bool own_legends = true);
  static bool shows_attention(const Screen& screen) { return screen.view.attention && screen.view.attention->is_shown; }
  static bool shows_plane(const Screen& screen) { return PlaneFigure::shown(screen); }
  // The tensor whose legend a small screen draws beside the figure; none if the figure has its own.
  const explorer::TensorView* legend_tensor(const Screen& screen) const;
  void collect_cells(std::vector<Item>& items) const;
  void context_restored() { attention_.context_restored(); }

 private:
  Rect draw_switch(Screen& screen, Rect area);             // what is left of the area
  bool draw_words_and_switch(Screen& screen, Rect& area);  // false: they do not fit into one line, nothing is drawn

  Stage stage_;
  AttentionFigure attention_;
  PlaneFigure plane_;
  bool attention_shown_ = false, plane_shown_ = false;
  bool whole_ = false;  // a figure above the stage has the whole area
  Rect beside_;         // free space beside the switch; may be empty
};

}  // namespace ui
