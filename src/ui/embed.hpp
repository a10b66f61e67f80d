// The small frame inside somebody's page: figure at the left, step, title, formula, provenance and Next at the right;
// below each other where it is narrow.
#pragma once

#include "ui/figure.hpp"
#include "ui/screen.hpp"

namespace ui {

void draw_embed(Screen& screen, Figure& figure, Rect area);
// What found no room beside Next, in a popover; returns where it ends.
float draw_embed_menu(Screen& screen, float x0, float x1, float y);

}  // namespace ui
