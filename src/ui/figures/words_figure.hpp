// A sentence whose words are faded by the attention of one of them, with the weights below. A click on a word, or arrow
// keys, selects it.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// The upper part of a figure's area where the step has such a sentence; otherwise empty.
Rect words_room(const Screen& screen, Rect room);
void draw_words_figure(Screen& screen, Rect area, const explorer::WordsView& view);

}  // namespace ui
