// Maps of attention as pictures and tables for files: the numbers of the model and of softmax, in the colours of the screen.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "explorer/state/color_steps.hpp"
#include "explorer/views/map_tables.hpp"
#include "ui/support/harness.hpp"
#include "ui/support/large_map.hpp"
#include "ui/support/model_told.hpp"
#include "ui/support/svg.hpp"

using ui_test::Harness;
using ui_test::ToldModel;
using Of = explorer::Picture::Of;

namespace {

std::string saved(Harness& page, Of of, bool dark = true) {
  page.settle();
  explorer::Picture how;
  how.of = of;
  how.width = of == Of::arcs ? 6000 : 960;
  how.height = 720;
  how.dark = dark;
  return page.interface.picture(page.explorer, how, page.contents);
}

std::string color_at(float place, int steps, bool dark) {
  const auto all = static_cast<float>(steps);
  return ui::hex_color(ui::theme(dark).scale(graph::Family::weights, std::round(place * all) / all));
}

// That the model screen gives a weight, in 64 steps; the large map in 255.
std::string color_of(float weight, int steps = 64, bool dark = true) {
  return color_at(explorer::color_place(explorer::ColorSteps::square_root, weight), steps, dark);
}

// The filled cells of the map, row by row: rounded squares.
std::vector<std::string> cells_of(const std::string& svg) {
  std::vector<std::string> fills;
  for (const ui_test::SvgRect& rect : ui_test::rects_of(svg))
    if (rect.radius == 3 && rect.width == rect.height && rect.fill != "none") fills.push_back(rect.fill);
  return fills;
}

std::vector<std::string> expected(const ToldModel& told, explorer::ModelHead head, bool dark = true) {
  const std::vector<float> weights = told.weights(head);
  std::vector<std::string> fills;
  for (std::size_t i = 0; i < told.tokens(); ++i)
    for (std::size_t j = 0; j <= i; ++j) fills.push_back(color_of(weights[i * told.tokens() + j], 64, dark));
  return fills;
}

bool has(const std::vector<ui_test::SvgText>& texts, std::string_view words) {
  return std::ranges::any_of(texts, [&](const auto& text) { return text.words == words; });
}

}  // namespace

TEST_CASE("a model's head is saved weight by weight, in the screen's colours, with the tokens as words") {
  const ToldModel told{.layers = 2, .heads = 3};
  Harness page(ui_test::open_lesson(), 1440, 900);
  REQUIRE(told.open(page.explorer));
  REQUIRE(page.explorer.apply(explorer::LookModel{.layer = 1, .head = 2, .row = 8, .column = 5}));
  REQUIRE(told.answer(page.explorer));
  for (const bool dark : {true, false}) CHECK(cells_of(saved(page, Of::map, dark)) == expected(told, {1, 2}, dark));
  const auto texts = ui_test::texts_of(saved(page, Of::map));
  CHECK(has(texts, "Layer 2, head 3"));
  for (const std::string& word : told.words) CHECK(has(texts, word));

  const std::vector<explorer::MapTable> tables = explorer::map_tables(page.explorer);
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].rows == told.words);
  CHECK(tables[0].columns == told.words);
  const std::vector<float> weights = told.weights({1, 2});
  for (std::size_t i = 0; i < told.tokens(); ++i)
    for (std::size_t j = 0; j < told.tokens(); ++j) CHECK(tables[0].weights[i][j] == weights[i * told.tokens() + j]);
}

TEST_CASE("two heads that are compared are saved beside each other") {
  const ToldModel told{.layers = 2, .heads = 3};
  Harness page(ui_test::open_lesson(), 1440, 900);
  REQUIRE(told.open(page.explorer));
  REQUIRE(
      page.explorer.apply(explorer::LookModel{.compare = std::optional(std::pair<std::size_t, std::size_t>(1, 0))}));
  REQUIRE(told.answer(page.explorer));
  const std::string svg = saved(page, Of::map);
  std::vector<std::string> both = expected(told, {0, 0});
  for (const std::string& fill : expected(told, {1, 0})) both.push_back(fill);
  CHECK(cells_of(svg) == both);
  CHECK(has(ui_test::texts_of(svg), "Layer 1, head 1"));
  CHECK(has(ui_test::texts_of(svg), "Layer 2, head 1"));
  CHECK(explorer::map_tables(page.explorer).size() == 2);
}

TEST_CASE("the arcs are saved with every word, and all heads in small with a pixel for each weight") {
  const ToldModel told{.layers = 2, .heads = 3};
  Harness page(ui_test::open_lesson(), 1440, 900);
  REQUIRE(told.open(page.explorer));
  REQUIRE(told.answer(page.explorer));
  const auto texts = ui_test::texts_of(saved(page, Of::arcs));
  for (const std::string& word : told.words) CHECK(has(texts, word));
  const std::string all = saved(page, Of::heads);
  const ui_test::SvgPixels last = ui_test::pixels_of(all.substr(all.rfind("<g shape-rendering")));
  const std::vector<float> weights = told.weights({1, 2});
  REQUIRE(last.rows == static_cast<int>(told.tokens()));
  for (int i = 0; i < last.rows; ++i)
    for (int j = 0; j <= i; ++j) {
      const float weight = weights[static_cast<std::size_t>(i) * told.tokens() + static_cast<std::size_t>(j)];
      CHECK(last.colors.at({i, j}) == color_of(weight));
    }
}

TEST_CASE("the large map is saved as its visible part, each cell in the colour of its weight") {
  Harness page(ui_test::open_lesson(), 1440, 900);
  ui_test::show_large_map(page, 1024);
  REQUIRE(page.explorer.apply(explorer::LookLarge{.window = explorer::LookLarge::Window{16, 0.5, 0.5}}));
  page.settle();
  const large_map::Map& all = page.explorer.large_map().computation().map();
  const std::size_t count = all.tokens() / 16, first = all.tokens() / 32 * 15;
  const ui_test::SvgPixels pixels = ui_test::pixels_of(saved(page, Of::map));
  REQUIRE(pixels.rows > 300);
  const auto place = [&](std::size_t cell) {
    return static_cast<int>((static_cast<double>(cell) + 0.5) * pixels.rows / static_cast<double>(count));
  };
  const auto tables = explorer::map_tables(page.explorer);
  for (std::size_t i = 0; i < count; i += 7) {
    const std::vector<float> row = all.row(first + i);
    for (std::size_t j = 0; j < count; j += 3) {
      CHECK(tables.at(0).weights[i][j] == (first + j < row.size() ? row[first + j] : 0.0f));
      const std::string wanted = j > i ? ui::hex_color(ui::theme(true).bg0) : color_of(row[first + j], 255);
      CHECK(pixels.colors.at({place(i), place(j)}) == wanted);
    }
  }
}

TEST_CASE("more tokens of the large map are pooled: a pixel has the colour of the largest weight under it") {
  Harness page(ui_test::open_lesson(), 1440, 900);
  ui_test::show_large_map(page, 1024);
  const large_map::Map& all = page.explorer.large_map().computation().map();
  CHECK(explorer::map_tables(page.explorer).at(0).weights.empty());
  const ui_test::SvgPixels pixels = ui_test::pixels_of(saved(page, Of::map));
  const double cells = static_cast<double>(all.tokens()) / pixels.rows;  // of a pixel
  REQUIRE(cells > 1);
  const std::size_t each = cells <= 2 ? 2 : 4;
  const auto texel = [&](int pixel) { return static_cast<std::size_t>((pixel + 0.5) * cells) / each; };
  for (int y = 3; y < pixels.rows; y += 37) {
    std::vector<float> largest(all.tokens() / each, 0.0f);
    for (std::size_t row = texel(y) * each; row < (texel(y) + 1) * each; ++row) {
      const std::vector<float> weights = all.row(row);
      for (std::size_t j = 0; j < weights.size(); ++j) largest[j / each] = std::max(largest[j / each], weights[j]);
    }
    for (int x = 0; texel(x) <= texel(y); x += 5) CHECK(pixels.colors.at({y, x}) == color_of(largest[texel(x)], 255));
  }
}

TEST_CASE("a lesson has no map to save, and one that is not computed yet none either") {
  Harness page(ui_test::open_lesson(), 1440, 900);
  for (const Of of : {Of::map, Of::arcs, Of::heads, Of::parts, Of::numbers}) CHECK(saved(page, of).empty());
  CHECK(explorer::map_tables(page.explorer).empty());
  REQUIRE(page.explorer.apply(explorer::ShowModel{true, "small"}));
  for (const Of of : {Of::map, Of::arcs, Of::heads, Of::parts}) CHECK(saved(page, of).empty());
  CHECK(explorer::map_tables(page.explorer).empty());
}

TEST_CASE("the picture of a lesson's numbers has those of its first and last matrices, each inside its cell") {
  Harness page(ui_test::open_lesson("worked-example"), 1440, 900);
  const graph::NodeId x = *page.explorer.graph().find("x");
  REQUIRE(page.explorer.apply(explorer::EditCell{{x, {0, 1}}, "3", false}));
  REQUIRE(page.explorer.apply(explorer::GoToStep{"end"}));
  const std::string svg = saved(page, Of::numbers);
  const auto texts = ui_test::texts_of(svg);
  CHECK(has(texts, "With my own numbers"));
  CHECK(has(texts, page.explorer.view().lesson_title));
  std::vector<std::string> wanted, found;
  for (const explorer::TensorView& tensor : page.explorer.view().closing->poster) {
    for (std::size_t row = 0; row < tensor.shape[0]; ++row)
      for (std::size_t column = 0; column < tensor.shape[1]; ++column)
        wanted.push_back(page.explorer.cell({tensor.node, {row, column}}).text);
  }
  for (const ui_test::SvgRect& cell : ui_test::rects_of(svg))
    for (const ui_test::SvgText& text : texts)
      if (cell.radius > 0 && text.x > cell.x && text.x < cell.x + cell.width && text.y > cell.y &&
          text.y < cell.y + cell.height)
        found.push_back(text.words);
  CHECK(found == wanted);
}
