// The actions of the bars at the top: the most important as buttons with their words, as far as there is room,
// and all else in the menu. Knows which of lesson, screen or contents is shown, not what it is about.
#pragma once

#include "ui/shell/screen.hpp"
#include "ui/type/icons.hpp"

namespace ui {

struct BarAction {
  std::string_view id, words, tip;
  Icon icon = Icon::menu;
  bool enabled = true;
};
using BarActions = Few<BarAction, 14>;

// The buttons at the right end of a bar, of which the last is the menu.
class BarButtons {
 public:
  // article: a button leads to the reading view, unless the bar has the views of the lesson.
  BarButtons(Screen& screen, Rect bar, bool article);
  float left() const { return left_; }
  // Drops buttons from the left, which the menu then has, until they begin behind x.
  void keep_behind(Screen& screen, float x);
  void draw(Screen& screen) const;

 private:
  void place(Screen& screen);

  Rect bar_;
  float size_ = 36, left_ = 0;
  BarActions all_;
  std::size_t first_ = 0;  // of those that are shown
  std::array<Rect, 14> places_;
};

// What a button or a row of the menu does; `at` is where it lies, for what it opens.
void act(Screen& screen, std::string_view id, Rect at);

}  // namespace ui
