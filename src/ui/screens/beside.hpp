// The figure beside the reading view's text, alone on its canvas: the page has the step's words and its own buttons.
#pragma once

#include "ui/figures/figure.hpp"

namespace ui {

void draw_beside(Screen& screen, Figure& figure);

}  // namespace ui
