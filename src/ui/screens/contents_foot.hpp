// The lower end of the contents: the large map as a band, and the site's other pages.
#pragma once

#include <string>
#include <vector>

#include "ui/shell/screen.hpp"

namespace ui {

float band_height(Screen& screen, float width);
void draw_band(Screen& screen, Rect where, Rect view);

// As wide as the screen, its words from x0 to x1. pages: names of the site's other pages; none: only what is said of
// the page itself.
float foot_height(Screen& screen, const std::vector<std::string>& pages, float x0, float x1);
void draw_foot(Screen& screen, const std::vector<std::string>& pages, float x0, float x1, float y, Rect view);

}  // namespace ui
