// Stage layouts as geometry: rows continue across parts, names are on the outer side, nothing overlaps or leaves the
// available space, at every size down to 280 px.
#include <doctest/doctest.h>

#include <limits>

#include "ui/stage/layout/layout.hpp"
#include "ui/support/harness.hpp"

namespace {

using explorer::FigureView;
using explorer::TensorView;
using graph::Layout;
using ui::Rect;

// About as wide as the interface's own face; a test needs no font for that.
float measure(const std::string& text, float size) {
  std::size_t letters = 0;
  for (const char c : text) letters += (c & 0xC0) != 0x80;
  return static_cast<float>(letters) * size * 0.56f;
}

TensorView tensor(graph::NodeId node, std::string base, graph::Role role, graph::Shape shape, bool transposed = false) {
  TensorView t;
  t.node = node;
  t.name = base;
  t.symbol = {std::move(base), "", ""};
  t.role = role;
  t.transposed = transposed;
  for (const std::size_t extent : shape) {
    std::vector<std::string> words, brief;
    for (std::size_t i = 1; i <= extent; ++i) {
      words.push_back("token " + std::to_string(i));
      brief.push_back("t" + std::to_string(i));
    }
    t.labels.push_back(words);
    t.labels_short.push_back(brief);
    t.axis_names.push_back("token");
    t.axis_words.push_back("token");
  }
  t.shape = std::move(shape);
  return t;
}

FigureView product(std::size_t rows, std::size_t inner, std::size_t columns) {
  return {.layout = Layout::product,
          .tensors = {tensor(1, "Q", graph::Role::query, {rows, inner}),
                      tensor(2, "K", graph::Role::key, {columns, inner}, true),
                      tensor(3, "S", graph::Role::scores, {rows, columns})},
          .has_result = true};
}

void check_tidy(const ui::StageLayout& layout, const ui::StageSpace& space) {
  struct Named {
    std::size_t block;
    Rect where;
  };
  std::vector<Named> all;
  for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
    const ui::Block& block = layout.blocks[b];
    const Rect name{block.name.x0, block.name.y0, block.name.x0 + block.name_needs, block.name.y1};
    for (const Rect& r : {block.cells, name, block.row_labels, block.column_labels}) {
      if (!r.empty()) all.push_back({b, r});
    }
  }
  for (const ui::Legend& legend : layout.legends) all.push_back({1000 + legend.blocks.front(), legend.where});
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO("part of block " << all[i].block << " at " << all[i].where.x0 << "," << all[i].where.y0 << " to "
                          << all[i].where.x1 << "," << all[i].where.y1);
    CHECK(ui::within(all[i].where, space.area, 1.5f));
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      INFO("and block " << all[j].block << " at " << all[j].where.x0 << "," << all[j].where.y0);
      CHECK_FALSE(ui::overlap(ui::grown(all[i].where, -0.5f), ui::grown(all[j].where, -0.5f)));
    }
  }
}

}  // namespace

TEST_CASE("a product is laid out around a corner") {
  const std::vector<FigureView> stage{product(3, 3, 3)};
  const ui::StageSpace space{.area = {688, 54, 1400, 672}, .largest_pitch = 66};
  const ui::StageLayout layout = ui::lay_out(stage, space, measure);
  REQUIRE(layout.groups.size() == 1);
  REQUIRE(layout.groups[0].kind == ui::Group::Kind::corner);
  const ui::Block& q = layout.blocks[layout.groups[0].left];
  const ui::Block& k = layout.blocks[layout.groups[0].products[0].top];
  const ui::Block& s = layout.blocks[layout.groups[0].products[0].result];
  CHECK(layout.pitch == 66);
  CHECK(q.cells.y0 == s.cells.y0);  // Q's rows are S's rows
  CHECK(q.cells.y1 == s.cells.y1);
  CHECK(k.cells.x0 == s.cells.x0);  // and the key's columns are S's columns
  CHECK(k.cells.x1 == s.cells.x1);
  CHECK(s.cells.x0 - q.cells.x1 == doctest::Approx(60));
  CHECK(s.cells.y0 - k.cells.y1 == doctest::Approx(60));
  CHECK(k.name.y1 < k.cells.y0);  // names on the outer side
  CHECK(q.name.y0 > q.cells.y1);
  CHECK(s.name.y0 > s.cells.y1);
  CHECK(q.name.y0 == s.name.y0);
  CHECK(layout.legends.size() == 2);  // of the result, and a place for that of the focused operand
  check_tidy(layout, space);
}

TEST_CASE("products that share their left operand form one drawing") {
  std::vector<FigureView> stage{product(3, 4, 3), product(3, 4, 3), product(3, 4, 2)};
  for (std::size_t i = 0; i < 3; ++i) {
    stage[i].tensors[1].node = 10 + i;
    stage[i].tensors[2].node = 20 + i;
  }
  const ui::StageSpace space{.area = {688, 54, 1400, 672}, .largest_pitch = 66};
  const ui::StageLayout layout = ui::lay_out(stage, space, measure);
  REQUIRE(layout.groups.size() == 1);
  CHECK(layout.groups[0].products.size() == 3);
  CHECK(layout.blocks.size() == 7);
  check_tidy(layout, space);
}

TEST_CASE("a weighted sum and its parts share one grid") {
  FigureView parts{.layout = Layout::weighted_sum,
                   .tensors = {tensor(1, "A", graph::Role::weights, {3, 3}), tensor(2, "V", graph::Role::value, {3, 2}),
                               tensor(3, "P", graph::Role::value, {3, 3, 2})},
                   .has_result = true};
  parts.tensors[0].axis_words = {"query", "key"};
  parts.tensors[2].axis_words = {"key", "query", "feature"};
  FigureView sum = parts;
  sum.tensors[2] = tensor(4, "Z", graph::Role::output, {3, 2});
  const ui::StageSpace space{.area = {688, 54, 1400, 672}, .largest_pitch = 66};
  const ui::StageLayout layout = ui::lay_out({parts, sum}, space, measure);
  REQUIRE(layout.groups.size() == 1);
  const ui::Group& fan = layout.groups[0];
  REQUIRE(fan.kind == ui::Group::Kind::fan);
  REQUIRE(fan.parts);
  REQUIRE(fan.sum);
  const ui::Block& p = layout.blocks[*fan.parts];
  CHECK(p.followed);
  CHECK(p.follow_axis == 1);
  CHECK(p.row_axis == 0);
  CHECK(p.cells.y0 == layout.blocks[*fan.values].cells.y0);
  CHECK(p.cells.x0 == layout.blocks[*fan.sum].cells.x0);
  CHECK(layout.blocks[*fan.weights].cells.y0 == layout.blocks[*fan.sum].cells.y0);
  CHECK(ui::index_at(p, parts.tensors[2], 2, 1, 0) == graph::Index{2, 0, 1});
  CHECK(ui::drawn_at(p, parts.tensors[2], {2, 0, 1}, 0)->row == 2);
  CHECK_FALSE(ui::drawn_at(p, parts.tensors[2], {2, 1, 1}, 0));
  check_tidy(layout, space);
}

TEST_CASE("figures that continue each other share one row, each tensor once") {
  FigureView first{
      .layout = Layout::rows,
      .tensors = {tensor(1, "S", graph::Role::scores, {3, 3}), tensor(2, "E", graph::Role::scores, {3, 3})},
      .has_result = true};
  FigureView second{
      .layout = Layout::rows,
      .tensors = {tensor(1, "S", graph::Role::scores, {3, 3}), tensor(3, "A", graph::Role::weights, {3, 3})},
      .has_result = true};
  const ui::StageSpace space{.area = {688, 54, 1400, 672}, .largest_pitch = 66};
  const ui::StageLayout layout = ui::lay_out({first, second}, space, measure);
  REQUIRE(layout.blocks.size() == 3);
  CHECK(layout.blocks[0].cells.y0 == layout.blocks[2].cells.y0);
  check_tidy(layout, space);
}

TEST_CASE("transposed tensors keep their own index") {
  const TensorView k = tensor(2, "K", graph::Role::key, {4, 3}, true);
  CHECK(ui::drawn_rows(k) == 3);
  CHECK(ui::drawn_columns(k) == 4);
  CHECK(ui::index_at(k, 2, 3) == graph::Index{3, 2});
  CHECK(ui::drawn_at(k, {3, 2})->row == 2);
  CHECK(ui::row_words(k, true).size() == 3);
}

TEST_CASE("every shape stays inside its area") {
  struct Extent {
    std::size_t rows, inner, columns;
  };
  for (const Extent e : {Extent{1, 1, 1}, {3, 4, 3}, {1, 4, 3}, {6, 3, 6}, {12, 8, 12}, {40, 16, 64}, {64, 64, 64}}) {
    for (const float width : {700.0f, 900.0f, 350.0f, 240.0f}) {
      INFO(e.rows << "x" << e.inner << "x" << e.columns << " in " << width);
      const bool small = width < 600;
      const ui::StageSpace space{.area = {20, 60, 20 + width, 480},
                                 .size = small ? ui::StageSpace::Size::phone : ui::StageSpace::Size::wide,
                                 .largest_pitch = small ? 56.0f : 66.0f,
                                 .one_legend = small};
      const ui::StageLayout layout = ui::lay_out({product(e.rows, e.inner, e.columns)}, space, measure);
      check_tidy(layout, space);
    }
  }
}

TEST_CASE("in little height a product is laid out side by side, so that its cells keep their numbers") {
  const ui::StageSpace space{.area = {688, 54, 1400, 300}, .largest_pitch = 66};
  const ui::StageLayout layout = ui::lay_out({product(3, 3, 3)}, space, measure);
  REQUIRE(layout.groups.size() == 1);
  CHECK(layout.pitch >= ui::least_numbers_pitch);
  REQUIRE(layout.blocks.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(layout.blocks[i].cells.y0 == layout.blocks[0].cells.y0);
  for (std::size_t i = 1; i < 3; ++i) CHECK(layout.blocks[i].cells.x0 > layout.blocks[i - 1].cells.x1);
  check_tidy(layout, space);
}

TEST_CASE("a long label of a column stays between shorter ones if it touches neither of them") {
  const ui::StageSpace space{.area = {0, 0, 400, 400}, .largest_pitch = 40};
  const auto every = [&](const std::vector<std::string>& words) {
    TensorView features = tensor(1, "X", graph::Role::query, {4, 3});
    features.labels[1] = features.labels_short[1] = words;
    const ui::StageLayout layout = ui::lay_out({{.tensors = {features}}}, space, measure);
    REQUIRE(layout.blocks.size() == 1);
    REQUIRE(layout.blocks.front().pitch == 40);
    return layout.blocks.front().every_column;
  };
  CHECK(every({"ab", "abcdef", "ab"}) == 1);
  CHECK(every({"abcdef", "abcdef", "abcdef"}) == 2);
}

TEST_CASE("if that does not fit either, the figure scrolls vertically but is never wider than its area") {
  ui::StageSpace space{.area = {14, 60, 266, 160}, .size = ui::StageSpace::Size::embed, .largest_pitch = 48};
  CHECK(ui::lay_out({product(3, 3, 3)}, space, measure).pitch < ui::least_numbers_pitch);
  space.rolled = true;
  const ui::StageLayout layout = ui::lay_out({product(3, 3, 3)}, space, measure);
  CHECK(layout.pitch >= ui::least_numbers_pitch);
  space.area.y1 = 2000;
  check_tidy(layout, space);
}

TEST_CASE("the scale of each result has a legend, results with one scale share one, and the others have one place") {
  FigureView figure = product(3, 3, 3);
  std::vector<FigureView> stage{figure, figure};
  for (FigureView& each : stage) each.tensors.back().role = graph::Role::weights;
  for (std::size_t i = 0; i < 3; ++i) stage[1].tensors[i].node += 3;
  const auto legends_at = [&](float width, float height, bool one) {
    INFO(width << " by " << height);
    const ui::StageSpace space{.area = {20, 60, 20 + width, 60 + height}, .largest_pitch = 66, .one_legend = one};
    const ui::StageLayout layout = ui::lay_out(stage, space, measure);
    check_tidy(layout, space);
    return layout.legends;
  };
  for (const float height : {620.0f, 420.0f}) {
    const std::vector<ui::Legend> legends = legends_at(900, height, false);
    REQUIRE(legends.size() == 2);
    CHECK(legends[0].follows);
    CHECK(legends[0].blocks.size() == 4);
    CHECK_FALSE(legends[1].follows);
    CHECK(legends[1].blocks.size() == 2);
  }
  stage[1].tensors.back().role = graph::Role::key;
  stage[1].tensors.back().scale = 5;  // its own ends: its own legend
  CHECK(legends_at(900, 620, false).size() == 3);
  stage[1].tensors.back().one_sided = true;
  stage[0].tensors.back() = stage[1].tensors.back();
  CHECK(legends_at(900, 620, false).size() == 2);
  stage[0].tensors.back().one_sided = false;  // the same end, but the other scale begins at 0
  CHECK(legends_at(900, 620, false).size() == 3);
  const std::vector<ui::Legend> only = legends_at(900, 620, true);
  REQUIRE(only.size() == 1);
  CHECK(only[0].follows);
}

TEST_CASE("ids have no colour, so no legend either") {
  FigureView figure = product(3, 3, 3);
  for (explorer::TensorView& each : figure.tensors) each.scale = std::numeric_limits<float>::infinity();
  const ui::StageSpace space{.area = {20, 60, 920, 660}, .largest_pitch = 66};
  CHECK(ui::lay_out({figure}, space, measure).legends.empty());
}

TEST_CASE("a legend is close to its figure on a screen of any width") {
  for (const float width : {700.0f, 1200.0f, 3100.0f}) {
    const ui::StageSpace space{.area = {688, 54, 688 + width, 672}, .largest_pitch = 84};
    const ui::StageLayout layout = ui::lay_out({product(3, 3, 3)}, space, measure);
    for (const ui::Legend& legend : layout.legends) CHECK(legend.where.x0 - layout.bounds.x1 < 160);
  }
}
