// The whole computation as real miniatures joined by curves, in the order of its columns. Each node is a button.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

void draw_map(Screen& screen, Rect area);
void draw_back_next(Screen& screen, Rect back, Rect next, bool short_words);

}  // namespace ui
