// The heads of an attention figure: in their column, two of them side by side, and some switched off.
#include <doctest/doctest.h>

#include "sanitized.hpp"
#include "ui/attention/attention_layout.hpp"
#include "ui/support/attention.hpp"

using ui::AttentionLayout;
using ui::AttentionSpace;
using ui::Rect;
using ui_test::Harness;
using ui_test::lesson_of;
using ui_test::looked_at;
using ui_test::open_text;

namespace {

// Presses a button of the heads by keyboard; on a phone it is among the controls of the sheet. False if there is none.
bool press_tool(Harness& page, const std::string& id) {
  if (!page.where(id) && page.where("story-controls")) {
    page.click_at("story-controls");
    page.settle();
  }
  if (!page.focus_on(id)) return false;
  page.press(ImGuiKey_Enter);
  page.settle();
  return true;
}

}  // namespace

TEST_CASE("many heads scroll in their column, and arrows up and down go through them") {
  Harness page(open_text(lesson_of(40, 5)), 1440, 900);
  page.settle();
  CHECK_FALSE(page.where("head:39"));
  REQUIRE(page.focus_on("heads"));
  for (int i = 0; i < 39; ++i) page.press(ImGuiKey_DownArrow);
  page.settle();
  REQUIRE(page.where("head:39"));
  page.press(ImGuiKey_Enter);
  page.settle();
  CHECK(looked_at(page).selected == std::vector<std::size_t>{39});
}

TEST_CASE("Compare shows a second head beside the first; a click on another head replaces the second") {
  for (const auto& [width, height] :
       {std::pair(1440.0f, 900.0f), {1024.0f, 768.0f}, {390.0f, 844.0f}, {720.0f, 420.0f}}) {
    CAPTURE(width);
    Harness page(open_text(lesson_of(4, 5)), width, height);
    page.settle();
    // A low window has no room for it: then by the menu of a head.
    if (!press_tool(page, "head-compare")) {
      REQUIRE(height < 500);
      continue;
    }
    REQUIRE(looked_at(page).compared);
    CHECK(looked_at(page).compared->head == 1);
    const auto first = page.where("map-view"), second = page.where("map-view-other");
    REQUIRE(first);
    REQUIRE(second);
    CHECK_FALSE(ui::overlap(*first, *second));
    CHECK(second->width() == doctest::Approx(first->width()));
    CHECK_FALSE(page.where("query:0"));
    page.click_at("head:3");
    page.settle();
    CHECK(looked_at(page).selected == std::vector<std::size_t>{0});
    CHECK(looked_at(page).compared->head == 3);
    if (page.where("cell:a:3,1,2")) {
      page.click_at("cell:a:3,1,2");
      page.settle();
      CHECK(page.explorer.state().focused->index == graph::Index{3, 1, 2});
      CHECK(looked_at(page).selected == std::vector<std::size_t>{0});
      CHECK(looked_at(page).followed == std::vector<std::size_t>{1});
    }
    if (width < 640) continue;  // the cell's explanation has closed the sheet
    REQUIRE(press_tool(page, "head-compare"));
    CHECK_FALSE(looked_at(page).compared);
    CHECK_FALSE(page.where("map-view-other"));
  }
}

TEST_CASE("two maps side by side leave nothing outside and nothing overlaps") {
  for (const auto& [width, height] :
       {std::pair(1000.0f, 500.0f), {1000.0f, 300.0f}, {700.0f, 560.0f}, {350.0f, 700.0f}})
    for (const std::size_t tokens : {2, 5, 18, 64})
      for (const bool output : {false, true}) {
        AttentionSpace space;
        space.area = {20, 30, 20 + width, 30 + height};
        space.stacked = width < 640;
        space.queries = space.keys = tokens;
        space.heads = 4;
        space.compares = space.tools = true;
        space.output = output;
        const AttentionLayout at = ui::lay_out_attention(space);
        INFO(width << "x" << height << ", " << tokens << " tokens, output " << output);
        const Rect all[] = {at.heads, at.tools,      at.map,    at.row_labels, at.other.map, at.other.row_labels,
                            at.bars,  at.other.bars, at.output, at.differs};
        for (const Rect& part : all) CHECK(ui::within(part.empty() ? space.area : part, space.area, 1));
        for (std::size_t i = 0; i < std::size(all); ++i)
          for (std::size_t j = i + 1; j < std::size(all); ++j) CHECK_FALSE(ui::overlap(all[i], all[j]));
        CHECK(at.map.width() == doctest::Approx(at.other.map.width()));
      }
}

TEST_CASE("a head is switched off by its button and on again, and the output is shown with and without it") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), {1024.0f, 768.0f}, {390.0f, 844.0f}}) {
    if (sampled && width > 1000) continue;
    CAPTURE(width);
    Harness page(ui_test::open_lesson("multi-head"), width, height);
    page.settle();
    page.step_to("unfold-join-mix");
    page.click_at("figure:attention");
    page.settle();
    page.click_at("head:2");
    page.settle();
    CHECK_FALSE(page.where("output"));
    REQUIRE(press_tool(page, "head-switch"));
    CHECK(looked_at(page).off == std::vector<std::size_t>{2});
    REQUIRE(page.where("output"));
    for (const char* row : {"0", "1", "2"}) {
      const auto cell = page.where(std::string("output:") + row + ":7");
      REQUIRE(cell);
      CHECK(ui::within(*cell, *page.where("output"), 1));
    }
    REQUIRE(page.focus_on("output"));
    CHECK(page.interface.said().contains("1:3, "));
    if (width < 640) continue;  // the output's explanation has closed the sheet
    REQUIRE(press_tool(page, "head-switch"));
    CHECK(looked_at(page).off.empty());
    CHECK_FALSE(page.where("output"));
  }
}

TEST_CASE("two heads compared, and the output without a head, are in view whole and never scroll") {
  for (const auto& [width, height] :
       {std::pair(1440.0f, 900.0f), {1280.0f, 720.0f}, {1024.0f, 768.0f}, {390.0f, 844.0f}})
    for (const bool compares : {true, false}) {
      CAPTURE(width);
      CAPTURE(compares);
      Harness page(ui_test::open_lesson("multi-head"), width, height);
      page.around.touch = width < 600;
      page.settle();
      page.step_to(compares ? "mask-flag" : "unfold-join-mix");
      REQUIRE(
          page.explorer.apply(explorer::ShowAttention{.matrices = false, .scores = {}, .shared = {}, .threshold = {}}));
      if (compares) REQUIRE(page.explorer.apply(explorer::CompareHead{2}));
      else REQUIRE(page.explorer.apply(explorer::SwitchHeadsOff{{1}}));
      page.settle();
      CHECK_FALSE(page.where("attention-more"));
      const auto line = page.where("provenance-line");
      REQUIRE(line);
      const Rect free{0, 0, width, line->y0};
      std::vector<const char*> parts{"map-view"};
      if (compares) parts.insert(parts.end(), {"map-view-other", "differs"});
      else parts.insert(parts.end(), {"output", "output:0:0", "output:1:7", "output:2:7"});
      std::vector<Rect> places;
      for (const char* part : parts) {
        const auto at = page.where(part);
        REQUIRE_MESSAGE(at, part);
        CHECK_MESSAGE(ui::within(*at, free, 1), part);
        CHECK(at->height() >= 14);
        places.push_back(*at);
      }
      CHECK_FALSE(ui::overlap(places[0], places[1]));
      // Every weight of the first head can be pointed at, in cells of 10 px at least.
      std::string front = "cell:" + looked_at(page).shown.name + ":";
      for (const std::size_t place : looked_at(page).shown.leading) front += std::to_string(place) + ",";
      for (const char* cell : {"0,0", "0,4", "4,0", "4,4"}) {
        const auto at = page.where(front + cell);
        REQUIRE_MESSAGE(at, front << cell);
        CHECK(std::min(at->width(), at->height()) >= 10);
      }
    }
}

TEST_CASE("in a low window two maps stay readable side by side") {
  Harness page(open_text(lesson_of(4, 5)), 720, 420);
  page.settle();
  REQUIRE(page.explorer.apply(explorer::CompareHead{2}));
  page.settle();
  REQUIRE(page.where("map-view"));
  CHECK(page.where("map-view")->height() >= 5 * 22 - 1);
  CHECK_FALSE(page.where("attention-more"));
}
