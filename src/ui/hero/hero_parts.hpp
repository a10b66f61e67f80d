// What the files that draw the hero share. Only they include this.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "ui/hero/hero.hpp"

namespace ui {

// The hero in one frame.
struct HeroFrame {
  const explorer::HeroView& view;
  std::span<const float> weights;  // of the followed word's row
  float grown = 1;                 // 0 to 1 while the ribbons grow

  // 0 to 1 of one of its four parts: Q and K, S, A, Z.
  float part(int at) const { return ease_out(std::clamp(grown * 4 - static_cast<float>(at), 0.0f, 1.0f)); }
};
// It plays on arrival, and when another word is followed or another sentence is shown.
HeroFrame hero_frame(Screen& screen, const explorer::HeroView& view);

inline constexpr float other_rows = 0.42f;    // strength of rows that are not followed
inline constexpr float worth_a_label = 0.1f;  // a weight from which on its word is named

void draw_ribbons(Screen& screen, const HeroFrame& frame, const HeroLayout& layout);

// The words as one part of the Tab order, whose arrow keys follow another one; each can be pointed at and pressed.
struct HeroWords {
  Rect all;
  std::span<const Rect> each;
};
void take_words(Screen& screen, const HeroFrame& frame, const HeroWords& words, Rect view);

// Explains a cell. None: the cell of a term that was clicked in the line, or else the result.
void explain_cell(Screen& screen, const explorer::Hero& hero, const std::optional<graph::CellRef>& cell);

// Where the arrow keys are in a row of numbers. While the row has the focus they move it, and the number is read out.
std::size_t roving_number(Screen& screen, const explorer::Hero& hero, std::size_t part, std::size_t count,
                          bool focused);

}  // namespace ui
