// The bar at the top: the mark, the lesson, and what one does with the whole page. Words where there is room for them.
#pragma once

#include "ui/screen.hpp"

namespace ui {

void draw_top_bar(Screen& screen, Rect area);
void draw_phone_bar(Screen& screen, Rect area);  // with the progress segments under it
// The same actions as a list; returns where it ends.
float draw_menu(Screen& screen, float x0, float x1, float y);

}  // namespace ui
