// The drawings of tables, words, moving cells and windows: what is beside what, which cell is which, and what pointer
// and keys find in them.
#include <doctest/doctest.h>

#include "ui/stage/layout/layout.hpp"
#include "ui/support/harness.hpp"

using ui_test::Harness;
using ui_test::open_lesson;

namespace {

using explorer::FigureView;
using explorer::TensorView;
using graph::Layout;

float measured(const std::string& text, float size) {
  std::size_t letters = 0;
  for (const char c : text) letters += (c & 0xC0) != 0x80;
  return static_cast<float>(letters) * size * 0.56f;
}

TensorView made(graph::NodeId node, std::string name, graph::Shape shape, std::vector<std::string> axes) {
  TensorView t;
  t.node = node;
  t.name = t.symbol.base = std::move(name);
  t.role = graph::Role::input;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    std::vector<std::string>&words = t.labels.emplace_back(), &brief = t.labels_short.emplace_back();
    for (std::size_t i = 1; i <= shape[axis]; ++i) {
      words.push_back(axes[axis] + " " + std::to_string(i));
      brief.push_back(axes[axis].substr(0, 1) + std::to_string(i));
    }
  }
  for (std::size_t axis = 0; axis + 2 < shape.size(); ++axis) t.leading.push_back(0);
  t.row_axis = shape.size() < 2 ? 0 : shape.size() - 2;
  t.shape = std::move(shape);
  t.axis_words = t.axis_names = std::move(axes);
  return t;
}

ui::StageSpace room(float width = 720, float height = 560) {
  return {.area = {0, 0, width, height},
          .size = width < 600 ? ui::StageSpace::Size::phone : ui::StageSpace::Size::wide,
          .largest_pitch = width < 600 ? 56.0f : 66.0f,
          .one_legend = width < 600};
}

// Cells, names and labels of different matrices do not touch, and stay in the room.
void check_apart(const ui::StageLayout& layout, ui::Rect area) {
  struct Part {
    std::size_t block;
    ui::Rect where;
  };
  std::vector<Part> parts;
  for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
    const ui::Block& block = layout.blocks[b];
    const ui::Rect name{block.name.x0, block.name.y0, block.name.x0 + block.name_needs, block.name.y1};
    for (const ui::Rect& r : {block.cells, name, block.row_labels, block.column_labels})
      if (!r.empty()) parts.push_back({b, r});
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    INFO("part of block " << parts[i].block << " from " << parts[i].where.x0 << "," << parts[i].where.y0 << " to "
                          << parts[i].where.x1 << "," << parts[i].where.y1);
    CHECK(ui::within(parts[i].where, area, 1.5f));
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      INFO("and block " << parts[j].block << " at " << parts[j].where.x0 << "," << parts[j].where.y0);
      CHECK_FALSE(ui::overlap(ui::grown(parts[i].where, -0.5f), ui::grown(parts[j].where, -0.5f)));
    }
  }
}

std::vector<FigureView> looked_up(std::size_t rows = 5) {
  return ui::prepared({{.layout = Layout::gather,
                        .tensors = {made(1, "ids", {6}, {"token"}), made(2, "E", {rows, 3}, {"word", "feature"}),
                                    made(3, "X", {6, 3}, {"token", "feature"})},
                        .has_result = true}});
}

FigureView reshaped(TensorView from, TensorView to) {
  return {.layout = Layout::reshape, .tensors = {std::move(from), std::move(to)}, .has_result = true};
}

}  // namespace

TEST_CASE("a lookup: table, ids, rows, from left to right, each id beside the row it names") {
  for (const float width : {720.0f, 350.0f}) {
    INFO(width);
    const auto stage = looked_up();
    const ui::StageLayout layout = ui::lay_out(stage, room(width), measured);
    REQUIRE(layout.groups.size() == 1);
    const ui::Group& group = layout.groups[0];
    REQUIRE(group.kind == ui::Group::Kind::gather);
    const ui::Block &table = layout.blocks[*group.table], &ids = layout.blocks[*group.ids],
                    &result = layout.blocks[*group.result];
    CHECK(ids.rows == 6);
    CHECK(ids.columns == 1);
    CHECK(table.cells.x1 + 30 < ids.cells.x0);
    CHECK(ids.cells.x1 < result.cells.x0);
    for (std::size_t r = 0; r < 6; ++r) CHECK(ids.cell(r, 0).y0 == result.cell(r, 0).y0);
    CHECK(stage[0].tensors[1].labels[0][3] == "word 4  3");  // ids count from 0
    CHECK(stage[0].tensors[1].labels_short[0][3] == "3");
    CHECK(ui::index_at(ids, stage[0].tensors[0], 4, 0, 0) == graph::Index{4});
    CHECK(ui::drawn_at(ids, stage[0].tensors[0], {4}, 0)->row == 4);
    check_apart(layout, room(width).area);
  }
}

TEST_CASE("some rows of a long table are shown, separated by a seam, with their own indices") {
  ui::StageSpace space = room();
  space.cuts[2] = {{0, 7, 8, 63}, {}};
  const auto stage = looked_up(64);
  const ui::StageLayout layout = ui::lay_out(stage, space, measured);
  const ui::Block& table = layout.blocks[*layout.groups[0].table];
  REQUIRE(table.rows == 4);
  CHECK(table.row_seams == std::vector<std::size_t>{0, 1, 1, 2});
  CHECK(table.cell(1, 0).y0 - table.cell(0, 0).y0 == doctest::Approx(table.pitch + table.seam));
  CHECK(table.cell(2, 0).y0 - table.cell(1, 0).y0 == doctest::Approx(table.pitch));
  CHECK(table.cell(3, 2).y1 + table.gap == doctest::Approx(table.cells.y1));
  CHECK(ui::index_at(table, stage[0].tensors[1], 3, 2, 0) == graph::Index{63, 2});
  CHECK(ui::drawn_at(table, stage[0].tensors[1], {8, 1}, 0)->row == 2);
  CHECK_FALSE(ui::drawn_at(table, stage[0].tensors[1], {9, 1}, 0));
  for (std::size_t r = 0; r < 4; ++r) CHECK(table.cell_at(table.cell(r, 1).middle()).row == r);
  CHECK(layout.pitch >= 40);  // 64 rows would have made every cell tiny
  check_apart(layout, space.area);
}

TEST_CASE("words of any length are framed, before the sorted list and their ids") {
  TensorView list = made(1, "list", {3}, {"word"}), ids = made(2, "id", {5}, {"token"});
  list.labels[0] = {"a", "Donaudampfschiff", "b"};
  ids.labels[0] = {"b", "a", "Donaudampfschiff", "b", "a"};
  for (const float width : {720.0f, 350.0f}) {
    INFO(width);
    const auto stage = ui::prepared({{.layout = Layout::source, .tensors = {list}, .has_result = false},
                                     {.layout = Layout::words, .tensors = {ids}, .has_result = true}});
    const ui::StageLayout layout = ui::lay_out(stage, room(width), measured);
    REQUIRE(layout.groups.size() == 1);
    REQUIRE(layout.groups[0].kind == ui::Group::Kind::words);
    REQUIRE(layout.groups[0].table);
    const ui::Block &known = layout.blocks[*layout.groups[0].table], &made_of = layout.blocks[*layout.groups[0].ids];
    CHECK(made_of.pills);
    CHECK(made_of.row_labels.x1 < known.row_labels.x0);
    CHECK(known.cells.x1 < made_of.cells.x0);
    CHECK_FALSE(made_of.short_rows);  // the words themselves, not "t3"
    if (width > 600) CHECK(made_of.row_labels.width() >= measured("Donaudampfschiff", 13) + 20);
    check_apart(layout, room(width).area);
  }
  list.labels[0][2] = "c";  // a list that lacks a word of the sentence is another list
  const auto apart = ui::prepared({{.layout = Layout::source, .tensors = {list}, .has_result = false},
                                   {.layout = Layout::words, .tensors = {ids}, .has_result = true}});
  CHECK(ui::lay_out(apart, room(), measured).groups.size() == 2);
}

TEST_CASE("splitting and folding heads: matrices side by side, and every cell has one place in each arrangement") {
  const TensorView q = made(1, "Q", {2, 5, 8}, {"batch", "token", "feature"}),
                   view = made(2, "Qv", {2, 5, 4, 2}, {"batch", "token", "head", "feature"}),
                   heads = made(3, "Qh", {2, 4, 5, 2}, {"batch", "head", "token", "feature"}),
                   folded = made(4, "Qf", {8, 5, 2}, {"head", "token", "feature"});
  const std::vector<FigureView> stage{reshaped(q, view), reshaped(view, heads), reshaped(heads, folded)};
  const ui::StageLayout layout = ui::lay_out(stage, room(), measured);
  REQUIRE(layout.groups.size() == 1);  // one drawing, each arrangement once
  REQUIRE(layout.blocks.size() == 4);
  CHECK(layout.blocks[0].panels == 1);  // a batch is chosen, not laid out
  CHECK(layout.blocks[1].panels == 5);
  CHECK(layout.blocks[2].panels == 4);
  CHECK(layout.blocks[3].panels == 8);
  const TensorView* tensors[] = {&q, &view, &heads, &folded};
  for (std::size_t b = 0; b < 4; ++b) {
    const ui::Block& block = layout.blocks[b];
    for (std::size_t r = 0; r < block.rows; ++r) {
      for (std::size_t c = 0; c < block.columns; ++c) {
        const graph::Index index = ui::index_at(block, *tensors[b], r, c, 0);
        const auto back = ui::drawn_at(block, *tensors[b], index, 0);
        REQUIRE(back);
        CHECK(back->row == r);
        CHECK(back->column == c);
        const ui::Drawn hit = block.cell_at(block.cell(r, c).middle());
        CHECK(hit.row == r);
        CHECK(hit.column == c);
      }
    }
  }
  CHECK(ui::index_at(layout.blocks[2], heads, 4, 7, 0) == graph::Index{0, 3, 4, 1});
  CHECK(layout.blocks[2].cell(0, 2).x0 - layout.blocks[2].cell(0, 1).x1 >
        layout.blocks[2].cell(0, 1).x0 - layout.blocks[2].cell(0, 0).x1);
  check_apart(layout, room().area);
}

TEST_CASE("a window: the kernel is between rows and result, aligned with them, one output at a time") {
  const FigureView figure{
      .layout = Layout::window,
      .tensors = {made(1, "x", {6, 3}, {"token", "feature"}), made(2, "W", {4, 3, 3}, {"out", "feature", "place"}),
                  made(3, "C", {6, 4}, {"token", "feature"})},
      .has_result = true};
  for (const float width : {720.0f, 350.0f}) {
    const ui::StageLayout layout = ui::lay_out({figure}, room(width), measured);
    REQUIRE(layout.groups.size() == 1);
    const ui::Group& group = layout.groups[0];
    REQUIRE(group.kind == ui::Group::Kind::window);
    const ui::Block &x = layout.blocks[group.left], &kernel = layout.blocks[*group.kernel],
                    &result = layout.blocks[*group.result];
    CHECK(x.cells.y0 == result.cells.y0);
    CHECK(x.cells.x1 < kernel.cells.x0);
    CHECK(kernel.cells.x1 < result.cells.x0);
    CHECK(kernel.cells.y0 - kernel.name.y1 >= kernel.pitch * 0.8f);  // room to slide above the first row
    // Its places lie as rows, the features as columns, as those of x.
    CHECK(ui::index_at(kernel, figure.tensors[1], 2, 1, 3) == graph::Index{3, 1, 2});
    CHECK(ui::drawn_at(kernel, figure.tensors[1], {3, 1, 2}, 3)->row == 2);
    CHECK_FALSE(ui::drawn_at(kernel, figure.tensors[1], {0, 1, 2}, 3));
    check_apart(layout, room(width).area);
  }
}

TEST_CASE("hovering a cell of a reshaped tensor marks its copies, and all arrangements show the same sequence") {
  Harness page(open_lesson("multi-head"), 1440, 900);
  page.settle();
  page.step_to("slice");
  page.settle();
  REQUIRE(page.where("cell:queries_view:0,4,3,1"));  // every token's matrix is there, not one of them
  page.point_at("cell:queries_view:0,4,3,1");
  REQUIRE(page.explorer.state().hovered);
  CHECK(page.explorer.state().hovered->index == graph::Index{0, 4, 3, 1});
  const auto chips = page.where("leading:batch");
  REQUIRE(chips);
  page.forget();
  page.click(chips->x1 - 8, chips->middle_y());
  page.settle();
  REQUIRE(page.last<explorer::SetLeading>());
  CHECK(page.last<explorer::SetLeading>()->axis == "batch");
  CHECK(page.last<explorer::SetLeading>()->place == 1);
  CHECK(page.where("cell:queries_view:1,4,3,1"));
  CHECK(page.where("cell:queries:1,0,0"));  // one selector for both
  page.forget();
  page.press(ImGuiKey_LeftArrow);  // the chips keep the keys
  page.settle();
  REQUIRE(page.last<explorer::SetLeading>());
  CHECK(page.last<explorer::SetLeading>()->place == 0);
}

TEST_CASE("P moves the cells to their places, and they come to rest; not with reduced motion") {
  for (const bool reduced : {false, true}) {
    Harness page(open_lesson("multi-head"), 1440, 900);
    page.around.reduced_motion = reduced;
    page.settle();
    page.step_to("slice");
    page.settle();
    const auto home = page.where("cell:queries_view:0,0,0,0");
    page.press(ImGuiKey_P);
    CHECK((page.interface.motion_seconds() > 0) != reduced);
    page.settle();
    CHECK(page.where("cell:queries_view:0,0,0,0") == home);
  }
}

TEST_CASE("the button that moves the cells is as large as a finger") {
  for (const auto& [width, height] : {std::pair{1440.0f, 900.0f}, {600.0f, 900.0f}}) {
    Harness page(open_lesson("multi-head"), width, height);
    page.settle();
    page.step_to("slice");
    page.settle();
    const auto play = page.where("play");
    REQUIRE(play);
    CHECK(play->width() >= 44);
    CHECK(play->height() >= 44);
    CHECK(play->x1 <= width);
  }
}

TEST_CASE("an outline on the grid of attention weights surrounds what the convolution sees") {
  Harness page(open_lesson("column-vectors"), 1440, 900);
  page.settle();
  page.step_to("receptive-field");
  page.settle();
  const auto line = page.where("outline:reach");
  REQUIRE(line);
  const auto first = page.where("cell:A_window_prime:0,0"), last = page.where("cell:A_window_prime:3,3");
  REQUIRE(first);
  REQUIRE(last);
  CHECK(line->x0 == doctest::Approx(first->x0).epsilon(0.01));
  CHECK(line->y1 == doctest::Approx(last->y1).epsilon(0.01));
  CHECK_FALSE(page.where("cell:convolved:0,0"));
  REQUIRE(page.explorer.apply(explorer::SetParameter{"looks", std::string("convolution")}));
  page.settle();
  CHECK_FALSE(page.where("outline:reach"));
  CHECK(page.where("cell:convolved:0,0"));
}

TEST_CASE("a masked zero has as few decimals as the weights beside it, so that these keep their numbers") {
  Harness page(open_lesson("column-vectors"), 1440, 900);
  page.step_to("receptive-field");
  page.settle();
  CHECK(page.where("numbers:B_window"));
  CHECK(page.where("numbers:A_window_prime"));
}

TEST_CASE("the frame of a kernel that extends above the first row does not cross the sequence's name") {
  for (const float width : {1440.0f, 390.0f}) {
    Harness page(open_lesson("column-vectors"), width, width < 600 ? 844.0f : 900.0f);
    page.settle();
    page.step_to("receptive-field");
    REQUIRE(page.explorer.apply(explorer::SetParameter{"looks", std::string("convolution")}));
    page.settle();
    INFO(width);
    const auto name = page.where("name:a_rows"), first = page.where("cell:kernel:0,0,0");
    REQUIRE(name);
    REQUIRE(first);
    constexpr float frame = 4;  // beyond the cells
    CHECK(name->y1 <= first->y0 - frame);
  }
}

TEST_CASE("the kernel follows the arrow keys from row to row") {
  Harness page(open_lesson("column-vectors"), 1440, 1400);
  page.settle();
  page.step_to("receptive-field");
  REQUIRE(page.explorer.apply(explorer::SetParameter{"looks", std::string("convolution")}));
  page.settle();
  const auto rect = page.where("cell:convolved:1,0");
  REQUIRE(rect);
  page.click_at("cell:convolved:1,0");
  page.settle();
  const auto before = page.where("cell:kernel:0,0,1");
  REQUIRE(before);
  CHECK(before->middle_y() ==
        doctest::Approx(rect->middle_y()).epsilon(0.01));  // its middle beside the row that it makes
  page.press(ImGuiKey_DownArrow);
  page.settle();
  const auto after = page.where("cell:kernel:0,0,1");
  REQUIRE(after);
  CHECK(after->middle_y() == doctest::Approx(page.where("cell:convolved:2,0")->middle_y()).epsilon(0.01));
  page.press(ImGuiKey_RightArrow);
  page.settle();
  CHECK(page.where("cell:kernel:1,0,1"));  // another output: another kernel
  CHECK_FALSE(page.where("cell:kernel:0,0,1"));
}
