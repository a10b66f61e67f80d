// The column beside the figure: title, text and formula, and below them a card with the question, what to try, what to
// watch out for and the code as tabs. All of it is in view: where text and card do not both fit, one of the two is folded.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

void draw_text_column(Screen& screen, Rect area);

}  // namespace ui
