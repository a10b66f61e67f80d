// The contents page, the first thing a visitor sees: one card per lesson with a small picture drawn from the lesson's
// own numbers, its subject, and where the reader stopped. The cards come ready to show.
#pragma once

#include "explorer/views/contents.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

void draw_contents(Screen& screen, const explorer::Contents& contents);

}  // namespace ui
