// Tokens and scale stops from the design guide. Scales are baked once per theme: 256 steps per family.
#include "ui/type/theme.hpp"

#include <cmath>
#include <cstdio>
#include <span>

namespace ui {
namespace {

using graph::Family;

struct Lab {
  float l, a, b;
};

float channel(Color color, int shift) { return static_cast<float>(color >> shift & 0xFFu) / 255.0f; }
float linear(float v) { return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f); }
float encoded(float v) {
  v = v < 0 ? 0 : v > 1 ? 1 : v;
  return v <= 0.0031308f ? v * 12.92f : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
}

Lab oklab(Color color) {
  const float r = linear(channel(color, 0)), g = linear(channel(color, 8)), b = linear(channel(color, 16));
  const float l = std::cbrt(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
  const float m = std::cbrt(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
  const float s = std::cbrt(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
  return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
          1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
          0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

Color from_oklab(Lab c) {
  const float l = std::pow(c.l + 0.3963377774f * c.a + 0.2158037573f * c.b, 3.0f);
  const float m = std::pow(c.l - 0.1055613458f * c.a - 0.0638541728f * c.b, 3.0f);
  const float s = std::pow(c.l - 0.0894841775f * c.a - 1.2914855480f * c.b, 3.0f);
  const auto byte = [](float v) { return static_cast<Color>(std::lround(encoded(v) * 255.0f)); };
  return 0xFF000000u | byte(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s) << 16 |
         byte(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s) << 8 |
         byte(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s);
}

float luminance(Color c) {
  return 0.2126f * linear(channel(c, 0)) + 0.7152f * linear(channel(c, 8)) + 0.0722f * linear(channel(c, 16));
}

using Quarter = std::array<std::uint32_t, 4>;  // at .25, .50, .75, 1

// X, Q, K, V, S, then Z; the two ends of a scale never share a hue, so K and Z have the cool negative side.
constexpr std::array<Quarter, 6> positive_dark{{{0x404854, 0x687281, 0x929FB2, 0xBFCEE5},
                                                {0x1E425B, 0x23648A, 0x2888BB, 0x30AEED},
                                                {0x4E432E, 0x7F6738, 0xB28D43, 0xE8B551},
                                                {0x1E4037, 0x235D46, 0x277B58, 0x2D9A6A},
                                                {0x3A305E, 0x573F8E, 0x7550BE, 0x9463EE},
                                                {0x552E24, 0x863A20, 0xB74818, 0xE95605}}};
constexpr std::array<Quarter, 6> positive_light{{{0xD7DDE4, 0xBECAD7, 0xA7B6C9, 0x90A3BB},
                                                 {0xCBDFF8, 0xAACCF8, 0x8BB9F4, 0x6CA5EE},
                                                 {0xF1E1BF, 0xECD19B, 0xE5C177, 0xDDB150},
                                                 {0xC7E4D6, 0xA1D4C0, 0x7BC4AA, 0x53B395},
                                                 {0xE0D5F7, 0xCCBBF6, 0xBAA1F1, 0xA788EA},
                                                 {0xFCD5C3, 0xFABBA0, 0xF4A27F, 0xED895F}}};
constexpr Quarter warm_dark{0x4C322A, 0x75442D, 0xA05732, 0xCB6B37};
constexpr Quarter warm_light{0xF6D8C4, 0xF0C1A3, 0xE9AB83, 0xDF9463};
constexpr Quarter cool_dark{0x243A50, 0x2E5374, 0x3A6E99, 0x4789BF};
constexpr Quarter cool_light{0xD1E2EF, 0xB5D2EA, 0x9AC1E4, 0x80B1DC};
constexpr Quarter slopes_dark{0x4A2440, 0x7D2F63, 0xB23F87, 0xDD5CA6};  // of weights, with the cool negative side
constexpr Quarter slopes_light{0xF8D8EC, 0xF3BCDF, 0xECA0D1, 0xE588C6};
constexpr std::array<std::uint32_t, 6> weights_dark{0x191E27, 0x45193F, 0x892066, 0xD13B8C, 0xFD7BBE, 0xFFD6E9};
constexpr std::array<std::uint32_t, 6> weights_light{0xF8F5F4, 0xF8D2EA, 0xEA93CC, 0xCF4FA8, 0x98207A, 0x520E45};

Color along(std::span<const Color> stops, float t) {
  const float place = t * static_cast<float>(stops.size() - 1);
  const auto at = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  return mixed_evenly(stops[at], stops[at + 1], place - static_cast<float>(at));
}

std::size_t quarter_of(Family family) {
  switch (family) {
    case Family::query: return 1;
    case Family::key: return 2;
    case Family::value: return 3;
    case Family::scores: return 4;
    case Family::output: return 5;
    default: return 0;
  }
}

}  // namespace

Color mixed(Color a, Color b, float t) {
  Color out = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const float v = channel(a, shift) + (channel(b, shift) - channel(a, shift)) * t;
    out |= static_cast<Color>(std::lround(v * 255.0f)) << shift;
  }
  return out;
}

Color mixed_evenly(Color a, Color b, float t) {
  if (t <= 0) return a;
  if (t >= 1) return b;
  const Lab x = oklab(a), y = oklab(b);
  return from_oklab({x.l + (y.l - x.l) * t, x.a + (y.a - x.a) * t, x.b + (y.b - x.b) * t});
}

float lightness(Color color) { return oklab(color).l; }

float contrast(Color a, Color b) {
  const float x = luminance(a) + 0.05f, y = luminance(b) + 0.05f;
  return x > y ? x / y : y / x;
}

std::string hex_color(Color color) {
  std::array<char, 8> text;
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", color & 0xFFu, color >> 8 & 0xFFu, color >> 16 & 0xFFu);
  return text.data();
}

bool sequential(ColorScale scale) { return scale.family == Family::weights && !scale.by_sign; }

Theme::Theme(bool is_dark, bool contrast) : dark(is_dark) {
  const auto pick = [&](std::uint32_t in_dark, std::uint32_t in_light) { return rgb(dark ? in_dark : in_light); };
  bg0 = pick(0x0D1015, 0xFDFCFA);
  bg1 = pick(0x12161D, 0xF6F4F0);
  bg2 = pick(0x181D26, 0xFFFFFF);
  bg3 = pick(0x222935, 0xECE9E3);
  line = pick(0x252C37, 0xE4E0D8);
  line2 = pick(0x3D4757, 0xC4BFB4);
  text = pick(0xEBEEF3, 0x191C22);
  text2 = pick(0xB4BDCA, 0x464C57);
  text3 = pick(0x8A95A5, 0x61666F);
  disabled = pick(0x566072, 0xA8A59D);
  if (contrast) {
    bg0 = pick(0x000000, 0xFFFFFF);
    text = text2 = pick(0xFFFFFF, 0x000000);
    text3 = pick(0xE6E6E6, 0x262626);
    line = line2 = pick(0x8A95A5, 0x61666F);
  }
  cell0 = pick(0x1C222C, 0xF3F1EC);
  primary = pick(0xEBEEF3, 0x191C22);
  on_primary = pick(0x0D1015, 0xFFFFFF);
  band_row = pick(0x132A38, 0xE1EAF4);
  band_column = pick(0x312B1F, 0xEBE4D2);
  const auto set = [&](Family family, std::uint32_t in_dark, std::uint32_t in_light) {
    roles_[static_cast<std::size_t>(family)] = pick(in_dark, in_light);
  };
  roles_[static_cast<std::size_t>(Family::neutral)] = text2;
  set(Family::input, 0xCFDFF7, 0x2A4054);
  set(Family::query, 0x35BBFF, 0x276ECA);
  set(Family::key, 0xFAC459, 0x8E6800);
  set(Family::value, 0x31A572, 0x00634C);
  set(Family::scores, 0x9F6AFF, 0x6403B3);
  set(Family::weights, 0xFD7BBE, 0xBB3092);
  set(Family::output, 0xF95D06, 0x992201);
  error = role(Family::output);

  const auto bake_signed = [&](std::array<Color, steps + 1>& into, const Quarter& up, bool cool) {
    const Quarter& down = cool ? (dark ? cool_dark : cool_light) : (dark ? warm_dark : warm_light);
    std::array<Color, 9> stops{};  // -1, -.75 … 1
    stops[4] = cell0;
    for (std::size_t i = 0; i < 4; ++i) {
      stops[5 + i] = rgb(up[i]);
      stops[3 - i] = rgb(down[i]);
    }
    for (std::size_t i = 0; i <= steps; ++i) into[i] = along(stops, static_cast<float>(i) / steps);
  };
  for (std::size_t f = 0; f < baked_.size(); ++f) {
    const auto family = static_cast<Family>(f);
    if (sequential(family)) continue;
    const bool cool = family == Family::key || family == Family::output;
    bake_signed(baked_[f], (dark ? positive_dark : positive_light)[quarter_of(family)], cool);
  }
  std::array<Color, 6> rising{};
  for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = rgb((dark ? weights_dark : weights_light)[i]);
  auto& weights = baked_[static_cast<std::size_t>(Family::weights)];
  for (std::size_t i = 0; i <= steps; ++i) weights[i] = along(rising, static_cast<float>(i) / steps);
  bake_signed(baked_slopes_, dark ? slopes_dark : slopes_light, true);
}

Color Theme::scale(ColorScale scale, float t) const {
  const float at = sequential(scale) ? t : (t + 1) / 2;
  const float clamped = at < 0 || at != at ? 0 : at > 1 ? 1 : at;
  const bool slopes = scale.by_sign && scale.family == Family::weights;
  const auto& baked = slopes ? baked_slopes_ : baked_[static_cast<std::size_t>(scale.family)];
  return baked[static_cast<std::size_t>(std::lround(clamped * steps))];
}

Color Theme::band(Family family) const {
  if (family == Family::query) return band_row;
  if (family == Family::key) return band_column;
  return mixed(bg0, role(family), dark ? 0.14f : 0.12f);
}

Color Theme::ink(Color on) {
  constexpr Color light = rgb(0xFFFFFF), dark = rgb(0x020304);
  return contrast(on, light) > contrast(on, dark) ? light : dark;
}

const Theme& theme(bool dark, bool contrast) {
  if (contrast) {  // mixed only where they are asked for
    static const Theme black(true, true), white(false, true);
    return dark ? black : white;
  }
  static const Theme in_dark(true), in_light(false);
  return dark ? in_dark : in_light;
}

}  // namespace ui
