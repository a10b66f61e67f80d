// The hero of the contents: a sentence through self-attention, with the followed word's row in full and ribbons whose
// widths are its weights. Pointing at a word follows it, pointing at a cell explains it, a click on a matrix opens the
// step of a lesson in which it is made.
#pragma once

#include "explorer/hero/hero.hpp"
#include "ui/hero/hero_layout.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

HeroSizes hero_sizes(Screen& screen, const explorer::HeroView& view);

// view: the visible part of the page.
void draw_hero(Screen& screen, const explorer::Hero& hero, const HeroLayout& layout, Rect view);

// How the explained cell came about, in one line or, on a phone, in two.
float hero_line_height(const Screen& screen);
void draw_hero_line(Screen& screen, const explorer::Hero& hero, Rect where);

// Another sentence, or one's own: buttons that end at x1, or begin at x0.
void draw_sentence_buttons(Screen& screen, const explorer::Hero& hero, float x0, float x1, float y, bool from_left);
float sentence_buttons_width(Screen& screen, float room);

}  // namespace ui
