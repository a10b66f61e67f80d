// A sentence whose words are faded by what one of them attends to, with the numbers below. A click on a word, or arrow
// keys, follow it.
#pragma once

#include "ui/screen.hpp"

namespace ui {

// The upper part of a figure's room where the step has such a sentence; nothing otherwise.
Rect words_room(const Screen& screen, Rect room);
void draw_words_figure(Screen& screen, Rect area, const explorer::WordsView& view);

}  // namespace ui
