// A lesson's step on screens of every size: where the panels and the figure are.
#pragma once

#include "ui/figures/figure.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

void draw_desktop(Screen& screen, Figure& figure);
void draw_tablet(Screen& screen, Figure& figure);
// Phones, and windows too narrow for a rail: everything but the figure is in the sheet.
void draw_phone(Screen& screen, Figure& figure);

}  // namespace ui
