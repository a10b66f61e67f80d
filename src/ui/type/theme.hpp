// The colours of the design guide, for dark and light: tokens, roles, the scales that colour cells (mixed in OKLab and
// baked), and the text colour on a cell. The only file that defines colours.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "graph/core/types.hpp"

namespace ui {

using Color = std::uint32_t;  // as ImGui packs it: 0xAABBGGRR

constexpr Color rgb(std::uint32_t hex) {
  return 0xFF000000u | (hex & 0xFFu) << 16 | (hex & 0xFF00u) | (hex >> 16 & 0xFFu);
}
constexpr Color faded(Color color, float alpha) {  // multiplies the existing alpha
  const float a = static_cast<float>(color >> 24) * alpha;
  return (color & 0xFFFFFFu) | static_cast<Color>(a < 0 ? 0 : a > 255 ? 255 : a + 0.5f) << 24;
}
Color mixed(Color a, Color b, float t);         // in sRGB, as for alpha blending
Color mixed_evenly(Color a, Color b, float t);  // in OKLab, as for scales
float lightness(Color color);                   // OKLab's
float contrast(Color a, Color b);               // WCAG ratio, 1 to 21
std::string hex_color(Color color);             // "#0d1015", without its alpha

// The scale that colours cells: that of a family, or by sign where the cells are slopes, which those of weights are, too.
struct ColorScale {
  graph::Family family = graph::Family::neutral;
  bool by_sign = false;
  constexpr ColorScale(graph::Family of, bool slopes = false)
      : family(of), by_sign(slopes) {}  // implicit: most have one
};

class Theme {
 public:
  explicit Theme(bool dark, bool contrast = false);  // contrast: more than usual, for texts and lines

  bool dark;
  Color bg0, bg1, bg2, bg3, line, line2, text, text2, text3, disabled, cell0, primary, on_primary, error;
  Color band_row, band_column;  // tints of query and key for the bands of a product

  Color role(graph::Family family) const { return roles_[static_cast<std::size_t>(family)]; }
  Color role(graph::Role role) const { return this->role(graph::family(role)); }
  // t from -1 to 1 on a signed scale, from 0 to 1 on the scale of attention weights.
  Color scale(ColorScale scale, float t) const;
  Color band(graph::Family family) const;  // a faint tint of the role on bg0
  static Color ink(Color on);              // white or black, whichever contrasts more

 private:
  static constexpr std::size_t steps = 256;
  std::array<Color, 8> roles_{};
  std::array<std::array<Color, steps + 1>, 8> baked_{};
  std::array<Color, steps + 1> baked_slopes_{};  // of weights
};

bool sequential(ColorScale scale);  // weights: 0 to 1; all others signed
const Theme& theme(bool dark, bool contrast = false);

}  // namespace ui
