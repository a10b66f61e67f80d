// The colours by numbers: contrast of every ink, the scales at the guide's stops, and poles that differ.
#include <doctest/doctest.h>

#include "ui/type/theme.hpp"
#include "ui/widgets/cell_color.hpp"

using explorer::ColorSteps;
using graph::Family;
using ui::rgb;
using ui::Theme;
using ui::theme;

namespace {

constexpr Family signed_families[] = {Family::input, Family::query,  Family::key,
                                      Family::value, Family::scores, Family::output};

int difference(ui::Color a, ui::Color b) {
  int most = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    most = std::max(most, std::abs(static_cast<int>(a >> shift & 255) - static_cast<int>(b >> shift & 255)));
  }
  return most;
}

}  // namespace

TEST_CASE("number ink is readable on every cell colour") {
  for (const bool dark : {true, false}) {
    for (const Family family : signed_families) {
      for (int i = -100; i <= 100; ++i) {
        const ui::Color fill = theme(dark).scale(family, static_cast<float>(i) / 100);
        CHECK(ui::contrast(fill, Theme::ink(fill)) >= (dark ? 4.5f : 7.1f));
      }
    }
    for (int i = 0; i <= 100; ++i) {
      const ui::Color fill = theme(dark).scale(Family::weights, static_cast<float>(i) / 100);
      CHECK(ui::contrast(fill, Theme::ink(fill)) >= 4.5f);
    }
  }
}

TEST_CASE("slopes are coloured by sign, those of weights too, and their number ink is readable") {
  for (const bool dark : {true, false}) {
    const Theme& t = theme(dark);
    const ui::ColorScale slopes(Family::weights, true);
    CHECK(ui::sequential(Family::weights));
    CHECK_FALSE(ui::sequential(slopes));
    CHECK(t.scale(slopes, 0) == t.cell0);
    for (int i = -100; i <= 100; ++i) {
      const ui::Color fill = t.scale(slopes, static_cast<float>(i) / 100);
      CHECK(ui::contrast(fill, Theme::ink(fill)) >= (dark ? 4.5f : 7.1f));
    }
    const auto channel = [](ui::Color color, int shift) { return static_cast<int>(color >> shift & 255); };
    const ui::Color up = t.scale(slopes, 1), down = t.scale(slopes, -1);
    CHECK(channel(up, 0) > channel(up, 8));       // pink: more red than green
    CHECK(channel(down, 16) > channel(down, 0));  // blue
    CHECK(ui::cell_color(t, ColorSteps::linear, slopes, -2, 2) == down);
    CHECK(ui::cell_color(t, ColorSteps::linear, slopes, 2, 2) == up);
    CHECK(t.scale({Family::query, true}, 0.5f) == t.scale(Family::query, 0.5f));
  }
}

TEST_CASE("text and role colours are readable on their backgrounds") {
  for (const bool dark : {true, false}) {
    const Theme& t = theme(dark);
    for (const ui::Color under : {t.bg0, t.bg1, t.bg2}) {
      for (const ui::Color ink : {t.text, t.text2, t.text3}) CHECK(ui::contrast(under, ink) >= 4.5f);
      for (int f = 1; f < 8; ++f) CHECK(ui::contrast(under, t.role(static_cast<Family>(f))) >= 4.5f);
    }
    for (const ui::Color ink : {t.text, t.text2, t.text3}) CHECK(ui::contrast(t.bg3, ink) >= 4.5f);
    CHECK(ui::contrast(t.primary, t.on_primary) >= 16);
  }
}

TEST_CASE("scales pass through the design guide's stops") {
  const Theme& dark = theme(true);
  const Theme& light = theme(false);
  CHECK(difference(dark.scale(Family::scores, 0), dark.cell0) == 0);
  CHECK(difference(dark.scale(Family::scores, 0.25f), rgb(0x3A305E)) <= 1);
  CHECK(difference(dark.scale(Family::scores, 1), rgb(0x9463EE)) <= 1);
  CHECK(difference(dark.scale(Family::query, 0.5f), rgb(0x23648A)) <= 1);
  CHECK(difference(dark.scale(Family::key, -1), rgb(0x4789BF)) <= 1);
  CHECK(difference(dark.scale(Family::scores, -0.75f), rgb(0xA05732)) <= 1);
  CHECK(difference(light.scale(Family::value, 0.75f), rgb(0x7BC4AA)) <= 1);
  CHECK(difference(light.scale(Family::output, -0.5f), rgb(0xB5D2EA)) <= 1);
  CHECK(difference(dark.scale(Family::weights, 1), rgb(0xFFD6E9)) <= 1);
  CHECK(difference(light.scale(Family::weights, 0.6f), rgb(0xCF4FA8)) <= 2);
}

TEST_CASE("attention weights rise in lightness on dark and fall on light") {
  for (const bool dark : {true, false}) {
    float before = ui::lightness(theme(dark).scale(Family::weights, 0));
    for (int i = 1; i <= 20; ++i) {
      const float now = ui::lightness(theme(dark).scale(Family::weights, static_cast<float>(i) / 20));
      CHECK((dark ? now > before : now < before));
      before = now;
    }
  }
}

TEST_CASE("a cell that is not a number has the stage's colour") {
  const ui::Theme& dark = theme(true);
  for (const ColorSteps steps : {ColorSteps::linear, ColorSteps::square_root, ColorSteps::logarithmic}) {
    CHECK(ui::cell_color(dark, steps, Family::scores, std::numeric_limits<float>::quiet_NaN(), 4) == dark.bg0);
    CHECK(ui::cell_color(dark, steps, Family::scores, -std::numeric_limits<float>::infinity(), 4) == dark.bg0);
    CHECK(ui::cell_color(dark, steps, Family::scores, 2, 0) == dark.cell0);
  }
}

TEST_CASE("where the system asks for more contrast, texts have 7 : 1 on every ground and lines 3 : 1") {
  for (const bool dark : {true, false}) {
    const Theme more(dark, true);
    for (const ui::Color under : {more.bg0, more.bg1, more.bg2, more.bg3})
      for (const ui::Color ink : {more.text, more.text2, more.text3}) CHECK(ui::contrast(under, ink) >= 7);
    for (const ui::Color line : {more.line, more.line2}) CHECK(ui::contrast(more.bg0, line) >= 3);
  }
}

TEST_CASE("nonlinear colour steps move intermediate values, never zero or the ends") {
  const ui::Theme& light = theme(false);
  for (const ColorSteps steps : {ColorSteps::linear, ColorSteps::square_root, ColorSteps::logarithmic}) {
    CHECK(ui::cell_color(light, steps, Family::weights, 1, 1) == light.scale(Family::weights, 1));
    CHECK(ui::cell_color(light, steps, Family::output, -8, 8) == light.scale(Family::output, -1));
    CHECK(ui::cell_color(light, steps, Family::output, 0, 8) == light.cell0);
  }
  CHECK(ui::cell_color(light, ColorSteps::square_root, Family::weights, 0.25f, 1) ==
        light.scale(Family::weights, 0.5f));
  CHECK(ui::cell_color(light, ColorSteps::square_root, Family::output, -2, 8) == light.scale(Family::output, -0.5f));
}
