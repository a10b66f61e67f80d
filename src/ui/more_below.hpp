// The button that says a figure goes on below its window, and goes there. Knows the screen; whoever scrolls asks it first
// and draws it last, since it lies over what is scrolled.
#pragma once

#include <string_view>

#include "ui/geometry.hpp"

namespace ui {

struct Screen;

struct MoreBelow {
  std::string_view id;  // of the button
  Rect window;          // what is seen
  float offset = 0;     // how far it is scrolled
  float height = 0;     // of the whole figure
  bool taken = false;   // the pointer is at something of the figure
};

// Where it is drawn; empty: little or nothing is below. A finger may miss it by a little, where nothing of the figure is.
Rect more_below_rect(Screen& screen, const MoreBelow& more);
// Was it pressed? The caller then scrolls on by `more_below_page` of the window.
bool press_more_below(Screen& screen, const MoreBelow& more);
void draw_more_below(Screen& screen, const MoreBelow& more);
inline constexpr float more_below_page = 0.8f;

}  // namespace ui
