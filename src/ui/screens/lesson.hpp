// A lesson's step on screens of every size: where the panels and the figure are.
#pragma once

#include "ui/figures/figure.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

// Desktops and tablets: the map above, the transport below, and the text beside the figure or, on narrow ones, above it.
void draw_wide(Screen& screen, Figure& figure);
// Phones, and windows that are not much wider: everything but the figure is in the sheet.
void draw_phone(Screen& screen, Figure& figure);

// Whether the text is beside the figure, with what can be set on the step.
bool shows_column(const Screen& screen);

}  // namespace ui
