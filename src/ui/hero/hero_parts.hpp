// What the files that draw the hero share. Only they include this.
#pragma once

#include <algorithm>
#include <span>

#include "ui/hero/hero.hpp"

namespace ui {

// The hero in one frame.
struct HeroFrame {
  const explorer::HeroView& view;
  const HeroLayout& layout;
  std::span<const float> weights;  // of the followed word's row
  float grown = 1;                 // 0 to 1 while the ribbons grow

  // 0 to 1 of one of its four parts: Q and K, S, A, Z.
  float part(int at) const { return ease_out(std::clamp(grown * 4 - static_cast<float>(at), 0.0f, 1.0f)); }
};

inline constexpr float other_rows = 0.42f;  // strength of rows that are not followed

void draw_ribbons(Screen& screen, const HeroFrame& frame);
void draw_fan(Screen& screen, const HeroFrame& frame);

}  // namespace ui
