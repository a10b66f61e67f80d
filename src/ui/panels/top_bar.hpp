// The bar at the top: the logo, the lesson, and actions for the whole page, with words if there is room.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

void draw_top_bar(Screen& screen, Rect area);
void draw_phone_bar(Screen& screen, Rect area);  // with the progress segments under it
// The same actions as a list; returns the lower end.
float draw_menu(Screen& screen, float x0, float x1, float y);

}  // namespace ui
