#include "ui/widgets/cell_color.hpp"

#include <algorithm>
#include <cmath>

namespace ui {

float scale_place(explorer::ColorSteps steps, ColorScale scale, float value, float end) {
  const float share = end > 0 ? value / end : 0;
  const float least = sequential(scale) ? 0.0f : -1.0f;
  return explorer::color_place(steps, std::clamp(share, least, 1.0f));
}

Color cell_color(const Theme& theme, explorer::ColorSteps steps, ColorScale scale, float value, float largest) {
  if (!std::isfinite(value)) return theme.bg0;
  return theme.scale(scale, scale_place(steps, scale, value, sequential(scale) ? 1 : largest));
}

std::string_view steps_words(const Screen& s) {
  switch (s.explorer.state().color_steps) {
    case explorer::ColorSteps::linear: break;
    case explorer::ColorSteps::square_root: return s.text("colors.sqrt.legend");
    case explorer::ColorSteps::logarithmic: return s.text("colors.log.legend");
  }
  return {};
}

}  // namespace ui
