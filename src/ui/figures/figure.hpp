// The content of the stage: matrices, an attention figure or one of a kind of its own, and the switch between them where a step has both.
#pragma once

#include <memory>
#include <string_view>

#include "ui/attention/attention.hpp"
#include "ui/figures/kinds.hpp"
#include "ui/stage/stage.hpp"

namespace ui {

class Figure {
 public:
  void draw(Screen& screen, Rect area, StageSpace::Size size, bool own_legends = true);
  // After all panels: matrices on their way between the stage and the map.
  void draw_over(Screen& screen);
  static bool shows_attention(const Screen& screen) { return screen.view.attention && screen.view.attention->is_shown; }
  static bool shows_own(const Screen& screen) { return screen.view.own && screen.view.own->is_shown; }
  // The tensor whose legend a small screen draws beside the figure; none if the figure has its own.
  const explorer::TensorView* legend_tensor(const Screen& screen) const;
  void collect_cells(Mirror& mirror, std::vector<Item>& items) const;  // where they are in the window
  // How long the motion takes that is playing; 0 if none is.
  float motion_seconds() const {
    const MotionPlayer& player = stage_.making();
    return has_matrices() && player.playing() ? player.seconds() : 0;
  }
  // What plays the motion of the matrices; nullptr if there are none, or nothing moves.
  MotionPlayer* making() { return has_matrices() && stage_.making().moves() ? &stage_.making() : nullptr; }
  void context_restored() { attention_.context_restored(); }

 private:
  Rect draw_switch(Screen& screen, Rect area);             // what is left of the area
  bool draw_first_and_switch(Screen& screen, Rect& area);  // false: they do not fit into one line, nothing is drawn
  StageFigure& own(const Screen& screen);
  bool has_matrices() const { return !whole_ && !attention_shown_ && !own_shown_; }

  Stage stage_;
  AttentionFigure attention_;
  std::unique_ptr<StageFigure> own_;
  std::string_view own_key_;
  bool attention_shown_ = false, own_shown_ = false;
  bool whole_ = false;  // a figure above the stage has the whole area
  Rect area_;           // of the whole figure, in the last frame that showed one
  Rect beside_;         // free space beside the switch; may be empty
};

}  // namespace ui
