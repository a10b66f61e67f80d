// Input to the large map: wheel, drag, fingers, hover and keys on the map, its minimap, its labels and its picture.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "large_map/row.hpp"
#include "sanitized.hpp"
#include "ui/support/large_map.hpp"

using ui::LargeWindow;
using ui::Rect;
using ui_test::Harness;
using ui_test::item_starting_with;
using ui_test::large_look;
using ui_test::large_window_of;
using ui_test::MapCell;
using ui_test::open_lesson;
using ui_test::show_large_map;
using ui_test::show_patches;
using ui_test::wheel_over_map;

TEST_CASE("the wheel zooms continuously from the whole map to single cells and keeps the point under the pointer" *
          doctest::skip(sanitized)) {
  Harness page(open_lesson(), 1440, 900);
  show_large_map(page, 4096);
  const Rect map = *page.where("large-map");
  const ui::Point at{map.x0 + map.width() * 0.3f, map.y0 + map.height() * 0.6f};
  page.point(at.x, at.y);
  const LargeWindow before = large_window_of(page);
  const std::size_t row = before.row_at(at.y), column = before.column_at(at.x);
  for (int i = 0; i < 30; ++i) wheel_over_map(page, 1);
  const LargeWindow near = large_window_of(page);
  CHECK(near.cell >= 44);  // numbers are written
  // Before, a pixel held seven cells: the same to within those.
  CHECK(std::abs(static_cast<double>(near.row_at(at.y)) - static_cast<double>(row)) <= 8);
  CHECK(std::abs(static_cast<double>(near.column_at(at.x)) - static_cast<double>(column)) <= 8);
  for (int i = 0; i < 30; ++i) wheel_over_map(page, -1);
  CHECK(large_look(page).zoom == 1);
}

TEST_CASE("a drag follows the pointer; released in motion it glides on, with reduced motion it stops") {
  for (const bool reduced : {false, true}) {
    Harness page(open_lesson(), 1440, 900);
    page.around.reduced_motion = reduced;
    show_large_map(page);
    REQUIRE(page.explorer.apply(explorer::LookLarge{.window = explorer::LookLarge::Window{4, 0.5, 0.5}}).has_value());
    page.settle();
    const Rect map = *page.where("large-map");
    page.point(map.middle_x(), map.middle_y());
    const LargeWindow before = large_window_of(page);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    page.frame();
    for (int i = 1; i <= 8; ++i) page.point(map.middle_x() + 10.0f * static_cast<float>(i), map.middle_y());
    CHECK(large_window_of(page).x - before.x == doctest::Approx(80).epsilon(0.02));
    const double at_release = large_window_of(page).x;
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    const int frames = page.settle();
    CHECK(frames < 400);
    if (reduced) CHECK(large_window_of(page).x == doctest::Approx(at_release).epsilon(0.001));
    else CHECK(large_window_of(page).x - at_release > 20);
  }
}

TEST_CASE("two fingers zoom and move at once") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  show_large_map(page);
  const Rect map = *page.where("large-map");
  page.around.pinch = {map.middle_x(), map.middle_y(), map.middle_x() + 10, map.middle_y(), 2};
  page.frame();
  page.around.pinch = {};
  page.frame();
  CHECK(large_look(page).zoom == doctest::Approx(2));
  CHECK(page.last_frame.pinch.x1 > page.last_frame.pinch.x0);
}

TEST_CASE("hovering shows weight, score, rank, distance and entropy of a cell; a click pins it, a second unpins it") {
  Harness page(open_lesson(), 1440, 900);
  show_large_map(page, 64);
  const LargeWindow at = large_window_of(page);
  const Rect cell = at.cells(40, 41, 39, 40);
  page.point(cell.middle_x(), cell.middle_y());
  page.frame();
  const large_map::Row row = large_map::row_of(page.explorer.large_map().computation(), 40);
  CHECK(item_starting_with(page, "large-weight:") == "large-weight:" + graph::format_number(row.weights[39], 4));
  CHECK(page.where("large.cell:A[41, 40]"));
  CHECK(page.where("large.rank:" + std::to_string(large_map::rank_in_row(row, 39)) + " of 41"));
  CHECK(page.where("large.distance:1 back"));
  CHECK(page.where("large.entropy:" + graph::format_number(row.entropy, 2) + " bits"));
  CHECK(page.where("large-row:40"));
  CHECK(page.where("large-column:39"));
  page.click(cell.middle_x(), cell.middle_y());
  CHECK(large_look(page).cell == MapCell{40, 39});
  page.click(cell.middle_x(), cell.middle_y());
  CHECK_FALSE(large_look(page).cell);
}

TEST_CASE("by keyboard: Tab reaches the map, arrows move a cell, + and 0 zoom, Escape clears the selection") {
  Harness page(open_lesson(), 1440, 900);
  show_large_map(page, 64);
  REQUIRE(page.focus_on("large-map"));
  page.press(ImGuiKey_DownArrow);
  REQUIRE(large_look(page).cell);
  const MapCell first = *large_look(page).cell;
  page.press(ImGuiKey_DownArrow);
  page.press(ImGuiKey_LeftArrow);
  CHECK(large_look(page).cell == MapCell{first.first + 1, first.second - 1});
  page.press(ImGuiKey_Home);
  CHECK(large_look(page).cell->second == 0);
  page.type("+");
  CHECK(large_look(page).zoom == 2);
  page.type("0");
  CHECK(large_look(page).zoom == 1);
  page.press(ImGuiKey_Escape);
  CHECK_FALSE(large_look(page).cell);
}

TEST_CASE("the minimap's frame can be dragged, and shows the visible part") {
  Harness page(open_lesson(), 1440, 900);
  show_large_map(page);
  REQUIRE(page.explorer.apply(explorer::LookLarge{.window = explorer::LookLarge::Window{4, 0.5, 0.5}}).has_value());
  page.settle();
  const Rect map = *page.where("large-minimap");
  page.click(map.x0 + map.width() * 0.25f, map.y0 + map.height() * 0.75f);
  CHECK(large_look(page).x == doctest::Approx(0.25).epsilon(0.01));
  CHECK(large_look(page).y == doctest::Approx(0.75).epsilon(0.01));
}

TEST_CASE("a drag along the row labels shows their mean over the row profile; a click clears it") {
  Harness page(open_lesson(), 1440, 900);
  show_large_map(page);
  const Rect labels = *page.where("large-brush");
  const LargeWindow at = large_window_of(page);
  const auto middle = [&](std::size_t row) { return at.cells(row, row + 1, 0, 1).middle_y(); };
  page.point(labels.middle_x(), middle(100));
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  page.point(labels.middle_x(), middle(140));
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.settle();
  CHECK(large_look(page).brush == MapCell{100, 140});
  CHECK(page.where("large-mean"));
  page.click(labels.middle_x(), middle(120));
  CHECK_FALSE(large_look(page).brush);
}

TEST_CASE("on the picture a hovered patch is the query; a click pins it at its largest weight, arrows go on") {
  Harness page(open_lesson(), 1440, 900);
  show_patches(page, 256);
  const Rect picture = *page.where("large-picture");
  const auto middle = [&](std::size_t row, std::size_t column) {
    const float each = picture.width() / 16;
    return ui::Point{picture.x0 + each * (static_cast<float>(column) + 0.5f),
                     picture.y0 + each * (static_cast<float>(row) + 0.5f)};
  };
  const ui::Point at = middle(4, 7);
  page.point(at.x, at.y);
  page.settle();
  CHECK(page.where("large-row:71"));
  CHECK(page.where("large-picture-row:71"));
  CHECK(page.where("large-swatch:71"));
  page.click(at.x, at.y);
  const large_map::Row row = large_map::row_of(page.explorer.large_map().computation(), 71);
  CHECK(large_look(page).cell == MapCell{71, large_map::largest_of_row(row, 1).front()});
  page.press(ImGuiKey_DownArrow);
  CHECK(large_look(page).cell->first == 87);
  page.press(ImGuiKey_Home);
  CHECK(large_look(page).cell->first == 80);
  page.press(ImGuiKey_LeftArrow);
  CHECK(large_look(page).cell->first == 80);
  page.click_at("large-find");
  page.enter_text("3, 16");
  page.settle();
  CHECK(large_look(page).cell->first == 47);
}

TEST_CASE("while the pointer is not followed, all texts refer to the pinned cell") {
  Harness page(open_lesson(), 1440, 1400);
  show_large_map(page, 64);
  const LargeWindow at = large_window_of(page);
  const Rect pinned = at.cells(40, 41, 39, 40), other = at.cells(50, 51, 7, 8);
  page.click(pinned.middle_x(), pinned.middle_y());
  page.point(other.middle_x(), other.middle_y());
  page.frame();
  CHECK(page.where("large-row:50"));
  page.click_at("large-follow");
  CHECK_FALSE(large_look(page).follow);
  page.point(other.middle_x(), other.middle_y());
  page.frame();
  CHECK(page.where("large-row:40"));
  CHECK(page.where("large-column:39"));
  CHECK(page.where("large.cell:A[41, 40]"));
  page.click(other.middle_x(), other.middle_y());
  CHECK(page.where("large-row:50"));
  page.click_at("large-follow");
  CHECK(large_look(page).follow);
}
