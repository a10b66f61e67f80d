// The button that shows that a figure continues below its window, and scrolls there. Scrolling code handles its input
// first and draws it last, since it covers the figure.
#pragma once

#include <string_view>

#include "ui/geometry.hpp"

namespace ui {

struct Screen;

struct MoreBelow {
  std::string_view id;  // of the button
  Rect window;          // the visible part
  float offset = 0;     // scroll offset
  float height = 0;     // of the whole figure
  bool taken = false;   // the pointer is over some part of the figure
};

// Its rectangle; empty if little or nothing is below. The touch area is a little larger, where nothing of the figure
// is.
Rect more_below_rect(Screen& screen, const MoreBelow& more);
// Handles its input. A press scrolls ImGui's current window on by most of its height.
void press_more_below(Screen& screen, const MoreBelow& more);
void draw_more_below(Screen& screen, const MoreBelow& more);

}  // namespace ui
