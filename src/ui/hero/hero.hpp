// The first figure of the contents: a sentence, what one of its words takes from the others, and what becomes of it; or
// all matrices of it, with ribbons whose widths are the weights. Pointing at a word follows it, pointing at a number
// explains it.
#pragma once

#include <array>

#include "explorer/hero/hero.hpp"
#include "ui/hero/hero_layout.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

HeroSizes hero_sizes(Screen& screen, const explorer::HeroView& view);

// All matrices. view: the visible part of the page.
void draw_pipeline(Screen& screen, const explorer::Hero& hero, const HeroLayout& layout, Rect view);

// The sentence with its arcs, the weights under the words, ribbons of values, and the new vector as bars; beside it the
// same word in another sentence.
struct SentenceLayout {
  float size = 0;  // of the words
  Rect area, arcs, weights, ribbons, card, beside;
  std::array<Rect, explorer::most_hero_words> word{};
};
// where: its height is what the arcs may fill, within limits. choices: the width to keep free at the right of the cards.
SentenceLayout lay_sentence(Screen& screen, const explorer::HeroView& view, bool has_beside, Rect where, float choices);
// beside: nullptr if no other sentence has the word.
void draw_sentence(Screen& screen, const explorer::Hero& hero, const explorer::Hero* beside,
                   const SentenceLayout& layout, Rect view);

// How the explained cell came about, in one line or, on a phone, in two.
float hero_line_height(const Screen& screen);
void draw_hero_line(Screen& screen, const explorer::Hero& hero, Rect where);

// The button of the lesson where to begin or to go on.
inline constexpr float begin_height = 54;
void draw_begin(Screen& screen, const explorer::Contents& contents, Rect where);

// That button, another sentence, one's own, all matrices, and where the page's own model knows its words, the sentence
// there. has_matrices: there is room for them.
float hero_choices_height(Screen& screen, const explorer::HeroView& view, float width, bool has_matrices);
void draw_hero_choices(Screen& screen, const explorer::Hero& hero, const explorer::Contents& contents, Rect where,
                       bool has_matrices);
// Whose numbers these are.
std::string_view hero_note(Screen& screen, const explorer::HeroView& view);

}  // namespace ui
