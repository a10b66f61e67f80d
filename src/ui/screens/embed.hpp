// The small frame inside another page: figure at the left; step, title, formula, provenance and Next at the right;
// stacked where it is narrow.
#pragma once

#include "ui/figures/figure.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

void draw_embed(Screen& screen, Figure& figure, Rect area);
// The buttons that do not fit beside Next, in a popup; returns the lower end.
float draw_embed_menu(Screen& screen, float x0, float x1, float y);

}  // namespace ui
