// The contents page, the first thing a visitor sees: a sentence, the lessons, and where the reader stopped. The
// cards of the contents come ready to show.
#pragma once

#include "explorer/views/contents.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

void draw_contents(Screen& screen, const explorer::Contents& contents);

}  // namespace ui
