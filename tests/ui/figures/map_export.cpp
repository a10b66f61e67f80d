// Maps of attention weights as data for a picture: the numbers of the model and of softmax, in the colours of the screen.
#include "ui/figures/map_export.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "explorer/state/color_steps.hpp"
#include "ui/support/large_map.hpp"
#include "ui/support/model_told.hpp"

using ui_test::Harness;
using ui_test::ToldModel;

namespace {

// The colour that the screen gives a weight, to a 64th of the scale.
std::string color_of(const ui::Theme& theme, explorer::ColorSteps steps, float weight) {
  return ui::hex_color(theme.scale(graph::Family::weights, std::round(explorer::color_place(steps, weight) * 64) / 64));
}

std::string color_of(const ui::FigureMapsJson& maps, char letter) {
  return letter == ui::no_letter ? "" : maps.palette[static_cast<std::size_t>(letter - ui::first_letter)];
}

ui::FigureMapsJson maps_of(const explorer::Explorer& explorer) {
  const auto maps = ui::figure_maps(explorer, ui::theme(true));
  REQUIRE(maps.has_value());
  return *maps;
}

}  // namespace

TEST_CASE("a model's head comes weight by weight, in the screen's colours, with the tokens as words") {
  const ToldModel told{.layers = 2, .heads = 3};
  Harness page(ui_test::open_lesson(), 1440, 900);
  REQUIRE(told.open(page.explorer));
  REQUIRE(page.explorer.apply(explorer::LookModel{.layer = 1, .head = 2, .row = 8, .column = 5}));
  REQUIRE(told.answer(page.explorer));
  const ui::FigureMapsJson maps = maps_of(page.explorer);
  REQUIRE(maps.maps.size() == 1);
  const ui::FigureMapJson& map = maps.maps[0];
  const std::vector<float> weights = told.weights({1, 2});
  CHECK(map.row_words == told.words);
  CHECK(map.row == 8);
  CHECK(map.column == 5);
  for (std::size_t i = 0; i < told.tokens(); ++i)
    for (std::size_t j = 0; j < told.tokens(); ++j) {
      const float weight = weights[i * told.tokens() + j];
      CHECK(map.weights[i][j] == weight);
      CHECK(color_of(maps, map.pixels[i][j]) ==
            (j > i ? "" : color_of(ui::theme(true), explorer::ColorSteps::square_root, weight)));
    }
  REQUIRE(maps.heads.size() == 6);
  CHECK(maps.heads[4].name == "2.2");
  CHECK(maps.heads[5].pixels == map.pixels);  // up to 24 tokens, small pictures have a pixel for each weight
  CHECK(maps.across == 3);
}

TEST_CASE("two heads that are compared come both, and the colours follow the theme") {
  const ToldModel told{.layers = 2, .heads = 3};
  Harness page(ui_test::open_lesson(), 1440, 900);
  REQUIRE(told.open(page.explorer));
  REQUIRE(
      page.explorer.apply(explorer::LookModel{.compare = std::optional(std::pair<std::size_t, std::size_t>(1, 0))}));
  REQUIRE(told.answer(page.explorer));
  const ui::FigureMapsJson maps = maps_of(page.explorer);
  REQUIRE(maps.maps.size() == 2);
  CHECK(maps.maps[1].weights[13][12] == told.weights({1, 0})[13 * told.tokens() + 12]);
  CHECK(maps.palette != ui::figure_maps(page.explorer, ui::theme(false))->palette);
}

TEST_CASE("the large map comes as its visible part, weight by weight up to 512 tokens") {
  Harness page(ui_test::open_lesson(), 1440, 900);
  ui_test::show_large_map(page, 1024);
  REQUIRE(page.explorer.apply(explorer::LookLarge{.window = explorer::LookLarge::Window{8, 0.5, 0.5}}));
  const large_map::Map& all = page.explorer.large().map();
  const ui::FigureMapsJson maps = maps_of(page.explorer);
  const ui::FigureMapJson& map = maps.maps.at(0);
  CHECK(map.first_row == all.tokens() / 16 * 7);
  CHECK(map.row_count == all.tokens() / 8);
  for (std::size_t i = 0; i < map.row_count; i += 7) {
    const std::vector<float> row = all.row(map.first_row + i);
    for (std::size_t j = 0; j < map.column_count; ++j) {
      CHECK(map.weights[i][j] == row[map.first_column + j]);
      CHECK(color_of(maps, map.pixels[i][j]) ==
            (j > i ? "" : color_of(ui::theme(true), explorer::ColorSteps::square_root, row[map.first_column + j])));
    }
  }
}

TEST_CASE("more tokens of the large map are pooled: a pixel has the colour of the largest weight under it") {
  Harness page(ui_test::open_lesson(), 1440, 900);
  ui_test::show_large_map(page, 1024);
  const large_map::Map& all = page.explorer.large().map();
  REQUIRE(all.tokens() > ui::most_map_pixels);
  const ui::FigureMapsJson maps = maps_of(page.explorer);
  const ui::FigureMapJson& map = maps.maps.at(0);
  CHECK(map.weights.empty());
  CHECK(map.pixels.size() <= ui::most_map_pixels);
  const std::size_t each = all.tokens() / map.pixels.size();
  for (std::size_t pixel = 0; pixel < map.pixels.size(); pixel += 37) {
    std::vector<float> largest(map.pixels.size(), 0.0f);
    for (std::size_t row = pixel * each; row < (pixel + 1) * each; ++row) {
      const std::vector<float> weights = all.row(row);
      for (std::size_t j = 0; j <= row; ++j) largest[j / each] = std::max(largest[j / each], weights[j]);
    }
    for (std::size_t j = 0; j <= pixel; ++j)
      CHECK(color_of(maps, map.pixels[pixel][j]) ==
            color_of(ui::theme(true), explorer::ColorSteps::square_root, largest[j]));
  }
}

TEST_CASE("a lesson has no maps, and a map that is not computed yet none either") {
  Harness page(ui_test::open_lesson(), 1440, 900);
  CHECK_FALSE(ui::figure_maps(page.explorer, ui::theme(true)).has_value());
  REQUIRE(page.explorer.apply(explorer::ShowModel{true, "small"}));
  CHECK_FALSE(ui::figure_maps(page.explorer, ui::theme(true)).has_value());
}
