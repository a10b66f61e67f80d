// The lower end of the contents: the large map, a whole model and the reader's own numbers, and the site's other pages.
#pragma once

#include <string>
#include <vector>

#include "ui/shell/screen.hpp"

namespace ui {

float instruments_height(Screen& screen, const std::vector<std::string>& pages, float width);
void draw_instruments(Screen& screen, const std::vector<std::string>& pages, Rect where, Rect view);

// As wide as the screen, its words from x0 to x1. pages: names of the site's other pages; none: only what is said of
// the page itself.
float foot_height(Screen& screen, const std::vector<std::string>& pages, float x0, float x1);
void draw_foot(Screen& screen, const std::vector<std::string>& pages, float x0, float x1, float y, Rect view);

}  // namespace ui
