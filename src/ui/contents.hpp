// The lessons as cards, the first thing that a visitor sees: a small picture drawn from the lesson's own numbers, what it
// is about, where its reader left off. Knows no lesson: the cards come with all that is shown.
#pragma once

#include "explorer/contents.hpp"
#include "ui/screen.hpp"

namespace ui {

void draw_contents(Screen& screen, const explorer::Contents& contents);

}  // namespace ui
