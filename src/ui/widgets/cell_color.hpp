// The colour of a cell and of a place on its legend, according to the reader's colour steps.
#pragma once

#include "explorer/state/color_steps.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

// The scale of a tensor as it is shown.
inline ColorScale scale_of(const explorer::TensorView& tensor) { return {graph::family(tensor.role), tensor.by_sign}; }

// The place of a value on its scale: -1 to 1, or 0 to 1 on a sequential scale. end: the scale's largest value.
float scale_place(explorer::ColorSteps steps, ColorScale scale, float value, float end);
inline float scale_place(const Screen& screen, ColorScale scale, float value, float end) {
  return scale_place(screen.explorer.state().color_steps, scale, value, end);
}

// The colour of a cell of a matrix whose largest magnitude is `largest`; bg0 if the value is not finite. The scale of
// weights is always 0 to 1.
Color cell_color(const Theme& theme, explorer::ColorSteps steps, ColorScale scale, float value, float largest);
inline Color cell_color(const Screen& screen, ColorScale scale, float value, float largest) {
  return cell_color(screen.theme, screen.explorer.state().color_steps, scale, value, largest);
}

// The fraction of the scale's end that labels a place of its legend.
inline float share_at(const Screen& screen, float place) {
  return explorer::color_share(screen.explorer.state().color_steps, place);
}

// The colour steps in words; empty if they are linear.
std::string_view steps_words(const Screen& screen);

}  // namespace ui
