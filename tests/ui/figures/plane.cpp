// Planes on the stage: tips that are dragged, moved by keys, undone; what is pointed at; and that all of it fits.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>

#include "figures/plane/draw_grid.hpp"
#include "figures/plane/view.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

constexpr std::pair<const char*, const char*> planes[] = {{"why", "drag"},
                                                          {"worked-example", "geometry"},
                                                          {"basic-self-attention", "geometry"},
                                                          {"multi-head", "turn-the-query"}};

double number(const Harness& page, const std::string& tensor, std::size_t row, std::size_t column) {
  const graph::Graph& graph = page.explorer.graph();
  return static_cast<double>(graph.at(*graph.find(tensor), graph::Index{row, column}));
}

ui::Point middle(const Harness& page, std::string_view id) {
  const auto at = page.where(id);
  REQUIRE_MESSAGE(at, std::string(id));
  return at->middle();
}

// px per unit, from two tips whose places are known.
double unit_of(const Harness& page) {
  const explorer::PlaneView& plane = *page.explorer.view().figure<explorer::PlaneView>();
  const ui::Point query = middle(page, "handle:query"), key = middle(page, "handle:key:1");
  return std::hypot(query.x - key.x, query.y - key.y) /
         std::hypot(plane.query.x - plane.keys[1].arrow.x, plane.query.y - plane.keys[1].arrow.y);
}

void drag(Harness& page, ui::Point from, ui::Point to) {
  ImGuiIO& io = ImGui::GetIO();
  page.point(from.x, from.y);
  page.frame();
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
  page.frame();
  for (int part = 1; part <= 4; ++part) {
    const float t = static_cast<float>(part) / 4;
    page.point(ui::mix(from.x, to.x, t), ui::mix(from.y, to.y, t));
    page.frame();
    page.frame();
  }
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  page.frame();
  page.settle();
}

}  // namespace

TEST_CASE("dragging the tip of a key changes its two cells, weights and output follow, and one undo takes it back") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "geometry");
  const double unit = unit_of(page);
  const ui::Point tip = middle(page, "handle:key:2");
  const float before = page.explorer.view().figure<explorer::PlaneView>()->keys[2].weight.value;
  drag(page, tip, {tip.x + static_cast<float>(unit), tip.y - static_cast<float>(unit)});
  CHECK(number(page, "plane_k", 2, 0) == 3);
  CHECK(number(page, "plane_k", 2, 2) == 2);
  CHECK(number(page, "plane_k", 2, 1) == 3);  // left out of the plane
  CHECK(page.explorer.view().figure<explorer::PlaneView>()->keys[2].weight.value > before);
  const ui::Point there = middle(page, "handle:key:2");
  CHECK(std::abs(there.x - tip.x) > 20);
  REQUIRE(page.explorer.apply(explorer::Undo{}).has_value());
  CHECK(number(page, "plane_k", 2, 0) == 2);
  CHECK(number(page, "plane_k", 2, 2) == 1);
  CHECK_FALSE(page.explorer.can_undo());
}

TEST_CASE("a tip stays inside its plane, and the plane shows it all after the drag") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "geometry");
  const ui::Rect plane = *page.where("plane:keys");
  drag(page, middle(page, "handle:query"), {plane.x1 + 200, plane.y0 - 200});
  CHECK(ui::within(ui::grown(*page.where("handle:query"), -10), *page.where("plane:keys"), 1));
  CHECK(number(page, "plane_q", 0, 0) > 4);
}

TEST_CASE("snapping: tenths, whole numbers from a little farther off, hundredths with Shift") {
  CHECK(ui::snapped_to_grid(1.94, false) == 2);
  CHECK(ui::snapped_to_grid(2.07, false) == 2);
  CHECK(ui::snapped_to_grid(2.13, false) == doctest::Approx(2.1));
  CHECK(ui::snapped_to_grid(-0.28, false) == doctest::Approx(-0.3));
  CHECK(ui::snapped_to_grid(1.944, true) == doctest::Approx(1.94));
}

TEST_CASE("the whole range and the origin lie in the plane, on one scale in both directions") {
  ui::PlaneRange range;
  range.add(4, 0);
  range.add(-1, -7);
  const ui::Rect where{100, 50, 500, 350};
  const ui::PlaneGrid grid = ui::fitted(where, range);
  for (const auto& [x, y] : {std::pair(4.0, 0.0), std::pair(-1.0, -7.0), std::pair(0.0, 0.0)}) {
    CHECK(where.contains(grid.at(x, y)));
    CHECK(grid.x_of(grid.at(x, y)) == doctest::Approx(x).epsilon(1e-5));
    CHECK(grid.y_of(grid.at(x, y)) == doctest::Approx(y).epsilon(1e-5));
  }
  CHECK(grid.at(1, 0).x - grid.at(0, 0).x == doctest::Approx(grid.at(0, 0).y - grid.at(0, 1).y));
  CHECK(static_cast<float>(grid.line_step()) * grid.unit >= 24);
}

TEST_CASE("Tab goes from tip to tip; arrow keys move one by 1, with Shift by a tenth, and say where it is") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "geometry");
  REQUIRE(page.focus_on("handle:query"));
  page.press(ImGuiKey_RightArrow);
  CHECK(number(page, "plane_q", 0, 0) == 2);
  page.press(ImGuiKey_DownArrow);
  CHECK(number(page, "plane_q", 0, 2) == 1);
  page.press(ImGuiKey_UpArrow, ImGuiMod_Shift);
  CHECK(number(page, "plane_q", 0, 2) == doctest::Approx(1.1));
  page.frame();
  CHECK(page.interface.said().contains("(2, 1.10)"));
  CHECK(page.interface.said().contains("query Input 1"));
  page.press(ImGuiKey_Tab);
  page.frame();
  CHECK(page.interface.focused_part() == "handle:key:0");
  CHECK(page.explorer.view().step_id == "geometry");
}

TEST_CASE("pointing at a key explains its score, at a value its weight, at the mixture the output") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "geometry");
  page.point_at("handle:key:2");
  page.settle();
  REQUIRE(page.explorer.explanation());
  CHECK(page.explorer.explanation()->cell == page.explorer.view().figure<explorer::PlaneView>()->keys[2].score_cell);
  page.point_at("handle:value:0");
  page.settle();
  CHECK(page.explorer.explanation()->cell == page.explorer.view().figure<explorer::PlaneView>()->keys[0].weight_cell);
  page.point_at("plane:mixture");
  page.settle();
  CHECK(page.explorer.explanation()->cell == page.explorer.view().figure<explorer::PlaneView>()->output_cells[0]);
}

TEST_CASE("where the query is one of the keys there is one tip for both, and moving it moves both") {
  Harness page(open_lesson("why"), 1440, 900);
  at_step(page, "drag");
  CHECK(page.where("handle:query"));
  CHECK_FALSE(page.where("handle:key:3"));
  REQUIRE(page.focus_on("handle:query"));
  page.press(ImGuiKey_RightArrow);
  CHECK(page.explorer.view().figure<explorer::PlaneView>()->query.x == 2);
  CHECK(page.explorer.view().figure<explorer::PlaneView>()->keys[3].arrow.x == 2);
}

TEST_CASE("the query is dragged away again from the tip of a key on which it was laid") {
  Harness page(open_lesson("why"), 1440, 900);
  at_step(page, "drag");
  const auto plane = [&]() -> const explorer::PlaneView& {
    return *page.explorer.view().figure<explorer::PlaneView>();
  };
  REQUIRE(plane().keys[1].arrow.x == 0);  // note: (0, 1, 1)
  const ui::Point note = middle(page, "handle:key:1");
  drag(page, middle(page, "handle:query"), note);
  REQUIRE(plane().query.x == 0);
  REQUIRE(plane().query.y == 1);
  drag(page, note, {note.x + 150, note.y});
  CHECK(plane().query.x > 0.5);
  CHECK(plane().keys[1].arrow.x == 0);
  CHECK(plane().keys[1].arrow.y == 1);
}

TEST_CASE("the plane gives way to the step's matrices and comes back") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "geometry");
  page.click_at("figure:matrices");
  page.settle();
  CHECK_FALSE(page.where("handle:query"));
  CHECK(page.where("cell:plane_q:0,0"));
  page.click_at("figure:plane");
  page.settle();
  CHECK(page.where("handle:query"));
}

TEST_CASE("a finger drags a tip that stays above it, and does not turn the page") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  at_step(page, "geometry");
  const ui::Rect handle = *page.where("handle:query");
  CHECK(handle.width() >= 44);
  const ui::Point tip = handle.middle();
  drag(page, tip, {tip.x - 30, tip.y + 50});
  CHECK(page.explorer.view().step_id == "geometry");
  CHECK((number(page, "plane_q", 0, 0) != 1 || number(page, "plane_q", 0, 2) != 2));
  // One plane at a time.
  CHECK_FALSE(page.where("plane:values"));
  page.click_at("figure:values");
  page.settle();
  CHECK(page.where("plane:values"));
  CHECK_FALSE(page.where("plane:keys"));
  CHECK(page.where("plane:mixture"));
}

TEST_CASE("planes, tips and bars lie above the explaining line at every size") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), std::pair(1280.0f, 720.0f),
                                      std::pair(1024.0f, 768.0f), std::pair(390.0f, 844.0f)}) {
    for (const auto& [lesson, step] : planes) {
      Harness page(open_lesson(lesson), width, height);
      page.around.touch = width < 600;
      at_step(page, step);
      INFO(lesson << " " << step << " at " << width << " × " << height);
      const auto line = page.where("provenance-line");
      const ui::Rect free{0, 0, width, line ? line->y0 : height};
      const ui::Rect plane = *page.where("plane:keys");
      CHECK(plane.height() >= 150);
      for (const auto& [id, at] : page.items()) {
        if (id.starts_with("plane:") || id.starts_with("plane-")) CHECK_MESSAGE(ui::within(at, free, 1), id);
        if (id.starts_with("handle:") && !id.starts_with("handle:value"))
          CHECK_MESSAGE(plane.contains(at.middle()), id);
      }
      // The number that is explained first, and the question.
      REQUIRE(page.explorer.explanation());
      std::size_t ways = 0;
      for (const char* id : {"card:question", "question-chip", "story-question"}) ways += page.where(id) ? 1 : 0;
      CHECK(ways == 1);
    }
  }
}
