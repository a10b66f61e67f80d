// The large map on a screen without a screen: where its parts lie at every size, and what wheel, drag, keys and fingers do.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "large_map/row.hpp"
#include "ui/large_map/large_layout.hpp"
#include "ui/support/harness.hpp"

using ui::LargeLayout;
using ui::LargeSpace;
using ui::LargeWindow;
using ui::Rect;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

using Cell = std::pair<std::size_t, std::size_t>;

void show(Harness& page, std::size_t tokens = 256) {
  REQUIRE(page.explorer.apply(explorer::ShowLarge{}).has_value());
  explorer::SetLarge command;
  command.setup.tokens = tokens;
  REQUIRE(page.explorer.apply(command).has_value());
  page.settle();
}

void show_patches(Harness& page, std::size_t tokens) {
  REQUIRE(page.explorer.apply(explorer::ShowLarge{}).has_value());
  explorer::SetLarge command;
  command.setup.of = large_map::Tokens::patches;
  command.setup.tokens = tokens;
  command.setup.causal = false;
  REQUIRE(page.explorer.apply(command).has_value());
  page.settle();
}

const explorer::LargeLook& look(const Harness& page) { return page.explorer.state().large.look; }

LargeWindow window(const Harness& page) {
  return ui::large_window(*page.where("large-map"), page.explorer.state().large.setup.tokens, look(page).zoom,
                          look(page).x, look(page).y);
}

void zoom(Harness& page, float by) {
  ImGui::GetIO().AddMouseWheelEvent(0, by);
  page.frame();
  page.frame();
}

std::string starting(const Harness& page, const std::string& front) {
  for (const auto& [id, at] : page.items())
    if (id.starts_with(front)) return id;
  return "";
}

}  // namespace

TEST_CASE("at every size map, labels, profiles, legend and panel do not overlap, and the map is square") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f),
                                      {1920.0f, 1080.0f},
                                      {1100.0f, 700.0f},
                                      {1024.0f, 768.0f},
                                      {768.0f, 1024.0f},
                                      {390.0f, 844.0f},
                                      {320.0f, 640.0f},
                                      {844.0f, 390.0f},
                                      {3840.0f, 2160.0f}})
    for (const bool touch : {false, true}) {
      LargeSpace space;
      space.width = width;
      space.height = height;
      space.touch = touch;
      const LargeLayout at = ui::lay_out_large(space);
      INFO(width << "x" << height << (touch ? ", touch" : ""));
      CHECK(at.map.width() == doctest::Approx(at.map.height()));
      CHECK(at.map.width() >= 150);
      const Rect screen{0, 0, width, height};
      const Rect all[] = {at.map,    at.row_labels, at.row_profile, at.column_profile,
                          at.legend, at.status,     at.panel,       at.heads};
      for (const Rect& part : all) CHECK(ui::within(part.empty() ? screen : part, screen, 1));
      for (std::size_t i = 0; i < std::size(all); ++i)
        for (std::size_t j = i + 1; j < std::size(all); ++j) {
          INFO(i << " and " << j);
          CHECK_FALSE(ui::overlap(all[i], all[j]));
        }
      CHECK_FALSE(ui::overlap(at.zoom, at.map));
      CHECK_FALSE(ui::overlap(at.zoom, at.title));
      CHECK(at.panel.height() >= 150);
      CHECK(at.row_profile.x0 == at.map.x0);
      CHECK(at.row_profile.x1 == at.map.x1);
      CHECK(at.column_profile.y0 == at.map.y0);
    }
}

TEST_CASE("a texel is never smaller than a pixel and never twice as large") {
  for (const std::size_t tokens : {2, 600, 1000, 4096, 16384})
    for (const float ratio : {1.0f, 2.0f})
      for (const double zoom : {1.0, 1.3, 2.0, 7.7, 100.0}) {
        const LargeWindow at = ui::large_window({0, 0, 600, 600}, tokens, zoom, 0.5, 0.5);
        const std::size_t factor = ui::large_factor(at, ratio);
        const double texel = at.cell * ratio * static_cast<double>(factor);
        CHECK(texel >= 0.999);
        if (factor > 1) CHECK(texel < 2);
      }
}

TEST_CASE("the wheel zooms continuously from the whole map to single cells and keeps the point under the pointer") {
  Harness page(open_lesson(), 1440, 900);
  show(page, 4096);
  const Rect map = *page.where("large-map");
  const ui::Point at{map.x0 + map.width() * 0.3f, map.y0 + map.height() * 0.6f};
  page.point(at.x, at.y);
  const LargeWindow before = window(page);
  const std::size_t row = before.row_at(at.y), column = before.column_at(at.x);
  for (int i = 0; i < 30; ++i) zoom(page, 1);
  const LargeWindow near = window(page);
  CHECK(near.cell >= 44);  // numbers are written
  // Before, a pixel held seven cells: the same to within those.
  CHECK(std::abs(static_cast<double>(near.row_at(at.y)) - static_cast<double>(row)) <= 8);
  CHECK(std::abs(static_cast<double>(near.column_at(at.x)) - static_cast<double>(column)) <= 8);
  for (int i = 0; i < 30; ++i) zoom(page, -1);
  CHECK(look(page).zoom == 1);
}

TEST_CASE("a drag follows the pointer; released in motion it glides on, with reduced motion it stops") {
  for (const bool reduced : {false, true}) {
    Harness page(open_lesson(), 1440, 900);
    page.around.reduced_motion = reduced;
    show(page);
    REQUIRE(page.explorer.apply(explorer::LookLarge{.window = explorer::LookLarge::Window{4, 0.5, 0.5}}).has_value());
    page.settle();
    const Rect map = *page.where("large-map");
    page.point(map.middle_x(), map.middle_y());
    const LargeWindow before = window(page);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    page.frame();
    for (int i = 1; i <= 8; ++i) page.point(map.middle_x() + 10.0f * static_cast<float>(i), map.middle_y());
    CHECK(window(page).x - before.x == doctest::Approx(80).epsilon(0.02));
    const double at_release = window(page).x;
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    const int frames = page.settle();
    CHECK(frames < 400);
    if (reduced) CHECK(window(page).x == doctest::Approx(at_release).epsilon(0.001));
    else CHECK(window(page).x - at_release > 20);
  }
}

TEST_CASE("two fingers zoom and move at once") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  show(page);
  const Rect map = *page.where("large-map");
  page.around.pinch = {map.middle_x(), map.middle_y(), map.middle_x() + 10, map.middle_y(), 2};
  page.frame();
  page.around.pinch = {};
  page.frame();
  CHECK(look(page).zoom == doctest::Approx(2));
  CHECK(page.last_frame.pinch.x1 > page.last_frame.pinch.x0);
}

TEST_CASE("hovering shows weight, score, rank, distance and entropy of a cell; a click pins it, a second unpins it") {
  Harness page(open_lesson(), 1440, 900);
  show(page, 64);
  const LargeWindow at = window(page);
  const Rect cell = at.cells(40, 41, 39, 40);
  page.point(cell.middle_x(), cell.middle_y());
  page.frame();
  const large_map::Row row = large_map::row_of(page.explorer.large(), 40);
  CHECK(starting(page, "large-weight:") == "large-weight:" + graph::format_number(row.weights[39], 4));
  CHECK(page.where("large.cell:A[41, 40]"));
  CHECK(page.where("large.rank:" + std::to_string(large_map::rank_in_row(row, 39)) + " of 41"));
  CHECK(page.where("large.distance:1 back"));
  CHECK(page.where("large.entropy:" + graph::format_number(row.entropy, 2) + " bits"));
  CHECK(page.where("large-row:40"));
  CHECK(page.where("large-column:39"));
  page.click(cell.middle_x(), cell.middle_y());
  CHECK(look(page).cell == Cell{40, 39});
  page.click(cell.middle_x(), cell.middle_y());
  CHECK_FALSE(look(page).cell);
}

TEST_CASE("by keyboard: Tab reaches the map, arrows move a cell, + and 0 zoom, Escape clears the selection") {
  Harness page(open_lesson(), 1440, 900);
  show(page, 64);
  REQUIRE(page.focus_on("large-map"));
  page.press(ImGuiKey_DownArrow);
  REQUIRE(look(page).cell);
  const Cell first = *look(page).cell;
  page.press(ImGuiKey_DownArrow);
  page.press(ImGuiKey_LeftArrow);
  CHECK(look(page).cell == Cell{first.first + 1, first.second - 1});
  page.press(ImGuiKey_Home);
  CHECK(look(page).cell->second == 0);
  page.type("+");
  CHECK(look(page).zoom == 2);
  page.type("0");
  CHECK(look(page).zoom == 1);
  page.press(ImGuiKey_Escape);
  CHECK_FALSE(look(page).cell);
}

TEST_CASE("a head is selected by its thumbnail; colour steps, pooling, mask and tokens by their controls") {
  Harness page(open_lesson(), 1440, 1400);
  show(page);
  page.click_at("large-head:4");
  CHECK(look(page).head == 4);
  page.click_at("large-steps:2");
  CHECK(look(page).steps == explorer::ColorSteps::logarithmic);
  page.click_at("large-pool:1");
  CHECK(look(page).mean);
  page.click_at("large-causal");
  CHECK_FALSE(page.explorer.state().large.setup.causal);
  page.click_at("large-model:1");
  CHECK(page.explorer.state().large.setup.model == large_map::Model::random);
  page.click_at("undo");
  page.settle();
  CHECK(page.explorer.state().large.setup.model == large_map::Model::patterns);
  page.click_at("lessons");
  CHECK(page.explorer.state().contents);
}

TEST_CASE("the minimap's frame can be dragged, and shows the visible part") {
  Harness page(open_lesson(), 1440, 900);
  show(page);
  REQUIRE(page.explorer.apply(explorer::LookLarge{.window = explorer::LookLarge::Window{4, 0.5, 0.5}}).has_value());
  page.settle();
  const Rect map = *page.where("large-minimap");
  page.click(map.x0 + map.width() * 0.25f, map.y0 + map.height() * 0.75f);
  CHECK(look(page).x == doctest::Approx(0.25).epsilon(0.01));
  CHECK(look(page).y == doctest::Approx(0.75).epsilon(0.01));
}

TEST_CASE("a drag along the row labels shows their mean over the row profile; a click clears it") {
  Harness page(open_lesson(), 1440, 900);
  show(page);
  const Rect labels = *page.where("large-brush");
  const LargeWindow at = window(page);
  const auto middle = [&](std::size_t row) { return at.cells(row, row + 1, 0, 1).middle_y(); };
  page.point(labels.middle_x(), middle(100));
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  page.point(labels.middle_x(), middle(140));
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.settle();
  CHECK(look(page).brush == Cell{100, 140});
  CHECK(page.where("large-mean"));
  page.click(labels.middle_x(), middle(120));
  CHECK_FALSE(look(page).brush);
}

TEST_CASE("entering a word goes to its first token, then to the next or previous one; a number goes to that token") {
  Harness page(open_lesson(), 1440, 900);
  show(page, 1024);
  page.click_at("large-find");
  REQUIRE(page.last_frame.edit);
  CHECK(page.last_frame.edit->words);
  page.interface.edit_typed("harbour");
  page.frame();
  page.interface.edit_done("harbour");
  page.settle();
  const std::vector<std::size_t> all = page.explorer.large().find("harbour");
  REQUIRE(all.size() > 2);
  REQUIRE(look(page).cell);
  CHECK(look(page).cell->first == all[0]);
  CHECK(look(page).zoom > 1);
  page.click_at("large-find:next");
  CHECK(look(page).cell->first == all[1]);
  page.click_at("large-find:before");
  CHECK(look(page).cell->first == all[0]);
  page.click_at("large-find");
  page.interface.edit_done("700");
  page.settle();
  CHECK(look(page).cell->first == 699);
}

TEST_CASE("the source's switch turns patches of a picture into tokens, without a mask, and back into words") {
  Harness page(open_lesson(), 1440, 2000);
  show(page, 2000);
  page.click_at("large-of:1");
  page.settle();
  const large_map::Setup& setup = page.explorer.state().large.setup;
  CHECK(setup.of == large_map::Tokens::patches);
  CHECK(setup.tokens == 1024);
  CHECK_FALSE(setup.causal);
  CHECK(page.where("large-picture"));
  CHECK(page.where("large-patches:32 × 32 patches of 8 × 8 pixels"));
  page.click_at("large-picture:own");
  CHECK(std::ranges::find(page.requests, ui::Request::open_picture) != page.requests.end());
  page.click_at("large-of:0");
  page.settle();
  CHECK(setup.of == large_map::Tokens::words);
  CHECK(setup.causal);
  CHECK_FALSE(page.where("large-picture"));
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
  const large_map::Row row = large_map::row_of(page.explorer.large(), 71);
  CHECK(look(page).cell == Cell{71, large_map::largest_of_row(row, 1).front()});
  page.press(ImGuiKey_DownArrow);
  CHECK(look(page).cell->first == 87);
  page.press(ImGuiKey_Home);
  CHECK(look(page).cell->first == 80);
  page.press(ImGuiKey_LeftArrow);
  CHECK(look(page).cell->first == 80);
  page.click_at("large-find");
  page.interface.edit_done("3, 16");
  page.settle();
  CHECK(look(page).cell->first == 47);
}

TEST_CASE("while the pointer is not followed, all texts refer to the pinned cell") {
  Harness page(open_lesson(), 1440, 1400);
  show(page, 64);
  const LargeWindow at = window(page);
  const Rect pinned = at.cells(40, 41, 39, 40), other = at.cells(50, 51, 7, 8);
  page.click(pinned.middle_x(), pinned.middle_y());
  page.point(other.middle_x(), other.middle_y());
  page.frame();
  CHECK(page.where("large-row:50"));
  page.click_at("large-follow");
  CHECK_FALSE(look(page).follow);
  page.point(other.middle_x(), other.middle_y());
  page.frame();
  CHECK(page.where("large-row:40"));
  CHECK(page.where("large-column:39"));
  CHECK(page.where("large.cell:A[41, 40]"));
  page.click(other.middle_x(), other.middle_y());
  CHECK(page.where("large-row:50"));
  page.click_at("large-follow");
  CHECK(look(page).follow);
}

TEST_CASE("textures of a previous large map are not reused for a new one") {
  Harness page(open_lesson(), 1440, 900);
  show(page, 300);
  const std::uint64_t first = page.explorer.large().map().coarse().id;
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
  page.settle();
  show(page, 64);
  CHECK(page.explorer.large().map().coarse().id != first);
  CHECK(page.where("large-row:63"));
}

TEST_CASE("thumbnails say how many queries they are computed from") {
  Harness page(open_lesson(), 1440, 900);
  show(page, 256);
  while (page.explorer.work(page.last_frame.large, [] { return false; })) continue;
  page.settle();
  CHECK(page.where("large-thumbnails:256"));
  show(page, 8192);
  CHECK(page.where("large-thumbnails:64"));
}

TEST_CASE("a card in the contents leads to the large map, by pointer and by keyboard") {
  Harness page(open_lesson(), 1440, 900);
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
  page.settle();
  page.click_at("large");
  CHECK(page.explorer.state().large.shown);
  CHECK_FALSE(page.explorer.state().contents);
}

TEST_CASE("on a phone everything clickable is large enough for a finger") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  show(page);
  for (const char* id : {"lessons", "reading", "share", "large-zoom:in", "large-zoom:out", "large-find"}) {
    const auto at = page.where(id);
    REQUIRE_MESSAGE(at, id);
    CHECK(at->height() >= 44);
    CHECK(at->width() >= 44);
  }
}

TEST_CASE(
    "labels of rows and columns overlap neither each other, nor the numbers of the profiles, nor the screen's edge") {
  struct Room {
    float width, height;
  };
  for (const Room room : {Room{1440, 900}, {1024, 768}, {720, 420}, {390, 844}}) {
    Harness page(open_lesson(), room.width, room.height);
    show(page, 1024);
    std::size_t labels = 0;
    for (const double zoom : {1.0, 16.0, 64.0, 90.0, 120.0}) {
      for (int shift = 0; shift < 12; ++shift) {  // the last column is seen whole, or less and less of it
        const double middle = 0.4 + 0.0001 * shift;
        explorer::LookLarge look{.window = explorer::LookLarge::Window{zoom, middle, middle}};
        look.cell = shift % 3 == 0 ? std::optional(std::pair<std::size_t, std::size_t>{412, 408}) : std::nullopt;
        REQUIRE(page.explorer.apply(look).has_value());
        page.settle();
        INFO(room.width << " × " << room.height << ", zoom " << zoom << ", shift " << shift);
        std::vector<Rect> seen, rows;
        std::optional<Rect> zero, most;
        for (const auto& [id, where] : page.items()) {
          if (id.starts_with("large-column-label:")) seen.push_back(where);
          if (id.starts_with("large-row-label:")) rows.push_back(where);
          if (id == "large-row-scale:most") rows.push_back(where);  // below them all
          if (id == "large-column-scale:0") zero = where;
          if (id == "large-column-scale:most") most = where;
        }
        std::ranges::sort(seen, {}, &Rect::x0);
        for (std::size_t i = 1; i < seen.size(); ++i) CHECK(seen[i].x0 >= seen[i - 1].x1 + 4);
        labels += seen.size();
        std::ranges::sort(rows, {}, &Rect::y0);
        for (std::size_t i = 1; i < rows.size(); ++i) CHECK(rows[i].y0 >= rows[i - 1].y1 - 0.01f);
        if (!zero) continue;  // no column is followed
        REQUIRE(most);
        CHECK(most->x0 >= zero->x1 + 4);
        CHECK(most->x1 <= room.width - 8);
        for (const Rect& label : seen) CHECK(label.x1 + 3 <= zero->x0);
      }
    }
    CHECK(labels > 100);
  }
}
