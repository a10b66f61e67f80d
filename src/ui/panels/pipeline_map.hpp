// The whole computation as small pictures of its matrices, in the order of its columns. Each is a button.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

void draw_map(Screen& screen, Rect area);

}  // namespace ui
