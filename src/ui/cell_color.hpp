// The colour of a cell and of a place on its legend, by the colour steps that the reader has chosen.
#pragma once

#include "explorer/color_steps.hpp"
#include "ui/screen.hpp"

namespace ui {

// Where on its scale a value stands: -1 to 1, or 0 to 1 where the family is sequential. end: the scale's largest value.
float scale_place(explorer::ColorSteps steps, graph::Family family, float value, float end);
inline float scale_place(const Screen& screen, graph::Family family, float value, float end) {
  return scale_place(screen.explorer.state().color_steps, family, value, end);
}

// The colour of a cell whose matrix has `largest` as its largest magnitude; bg0 where the value is no number. Weights
// stand on a scale from 0 to 1 whatever the largest is.
Color cell_color(const Theme& theme, explorer::ColorSteps steps, graph::Family family, float value, float largest);
inline Color cell_color(const Screen& screen, graph::Family family, float value, float largest) {
  return cell_color(screen.theme, screen.explorer.state().color_steps, family, value, largest);
}

// The share of the scale's end that is written at a place of its legend.
inline float share_at(const Screen& screen, float place) {
  return explorer::color_share(screen.explorer.state().color_steps, place);
}

// Which colour steps there are, in words; empty where they are linear.
std::string_view steps_words(const Screen& screen);

}  // namespace ui
