// What is ImGui's own: popups, tooltips with their delay, the slider, and scrolling by wheel, bar and finger.
#include <doctest/doctest.h>

#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::cell_id;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

void hold_button(Harness& page, bool down) {
  ImGui::GetIO().AddMouseButtonEvent(0, down);
  page.frame();
}

void turn_wheel(Harness& page, float turns) {
  ImGui::GetIO().AddMouseWheelEvent(0, turns);
  page.frame();
  page.settle();
}

// The popup is too low for its contents.
Harness& low_popup(Harness& page) {
  page.settle();
  page.click_at("names");
  page.settle();
  REQUIRE(page.where("popover"));
  return page;
}

}  // namespace

TEST_CASE("a press beside an open popup closes it and presses nothing; the next one does") {
  Harness page(open_lesson(), 390, 844);
  page.settle();
  page.click_at("menu");
  page.settle();
  REQUIRE(page.where("popover"));
  REQUIRE_FALSE(ui::overlap(*page.where("popover"), *page.where("next")));
  page.click_at("next");
  page.settle();
  CHECK_FALSE(page.where("popover"));
  CHECK(page.explorer.view().step == 0);
  page.click_at("next");
  CHECK(page.explorer.view().step == 1);
}

TEST_CASE("a link that is followed closes the popup") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  page.click_at("names");
  page.settle();
  REQUIRE(page.where("popover"));
  page.interface.close_popups();
  page.settle();
  CHECK_FALSE(page.where("popover"));
  page.click_at("names");
  page.settle();
  CHECK(page.where("popover"));
}

TEST_CASE("a popup's button closes it again, and Escape does") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  page.click_at("names");
  page.settle();
  CHECK(page.where("popover"));
  page.click_at("names");
  page.settle();
  CHECK_FALSE(page.where("popover"));
  page.click_at("names");
  page.settle();
  CHECK(page.where("popover"));
  page.press(ImGuiKey_Escape);
  page.settle();
  CHECK_FALSE(page.where("popover"));
}

TEST_CASE("while a popup is open, nothing beside it is hovered") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  const std::string cell = cell_id("querys", 2, 0);
  page.point_at(cell);
  REQUIRE(page.last<explorer::Hover>());
  page.point(700, 30);
  page.frame(1);
  page.settle();
  page.click_at("lessons");
  page.settle();
  REQUIRE(page.where("popover"));
  REQUIRE_FALSE(ui::overlap(*page.where("popover"), *page.where(cell)));
  page.forget();
  page.point_at(cell);
  CHECK_FALSE(page.last<explorer::Hover>());
}

TEST_CASE("a tooltip is shown when the pointer has rested for half a second") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  page.point_at("share");
  for (int i = 0; i < 4; ++i) page.frame(0.1);
  CHECK_FALSE(page.where("tip"));
  CHECK(page.last_frame.animating);
  for (int i = 0; i < 3; ++i) page.frame(0.1);
  CHECK(page.where("tip"));
}

TEST_CASE("a slider's knob keeps its distance to the pointer that drags it") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "keys-values-queries");
  page.bring("control:d_v");
  const auto slider = page.where("control:d_v");
  REQUIRE(slider);
  constexpr float inset = 8, steps = 3;  // from 1 to 4
  const float left = slider->x0 + inset, each = (slider->width() - 2 * inset) / steps;
  page.click(left + each, slider->middle_y());
  page.settle();
  REQUIRE(std::get<double>(page.last<explorer::SetParameter>()->value) == 2);
  page.forget();
  page.point(left + each + 5, slider->middle_y());
  hold_button(page, true);
  CHECK_FALSE(page.last<explorer::SetParameter>());
  page.point(left + 2 * each - each / 2 + 3, slider->middle_y());  // 3 < 5: not yet half-way to the next
  CHECK_FALSE(page.last<explorer::SetParameter>());
  page.point(left + 2 * each + 5, slider->middle_y());
  hold_button(page, false);
  REQUIRE(page.last<explorer::SetParameter>());
  CHECK(std::get<double>(page.last<explorer::SetParameter>()->value) == 3);
  CHECK_FALSE(page.last<explorer::SetParameter>()->continues);  // the first change of a drag is an undo entry
}

TEST_CASE("a turn of the wheel scrolls by five lines of ImGui's font size") {
  Harness page(open_lesson("multi-head"), 1440, 600);
  low_popup(page);
  const float before = page.where("close-names")->y0;
  const ui::Rect popup = *page.where("popover");
  page.point(popup.middle_x(), popup.middle_y());
  CHECK(page.last_frame.wants_wheel);
  turn_wheel(page, -1);
  CHECK(before - page.where("close-names")->y0 == doctest::Approx(5 * ImGui::GetFontSize()).epsilon(0.001));
}

TEST_CASE("a scroll bar dragged to its end shows the end") {
  Harness page(open_lesson("multi-head"), 1440, 600);
  low_popup(page);
  const ui::Rect popup = *page.where("popover");
  const float top = page.where("close-names")->y0;
  page.point(popup.middle_x(), popup.middle_y());
  turn_wheel(page, -100);
  const float end = page.where("close-names")->y0;
  CHECK(end < top - 50);
  turn_wheel(page, 100);
  REQUIRE(page.where("close-names")->y0 == top);
  page.point(popup.x1 - 3.5f, popup.y0 + 12);  // the upper end of the bar at the right edge
  page.settle();
  hold_button(page, true);
  page.point(popup.x1 - 3.5f, popup.y1 - 4);
  page.settle();
  CHECK(page.where("close-names")->y0 == end);
  hold_button(page, false);
}

TEST_CASE("a finger that moves over a region scrolls it as far as it moves") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  at_step(page, "what-if");
  page.click_at("story-controls");
  page.settle();
  const auto sheet = page.where("sheet"), restore = page.where("restore");
  REQUIRE(sheet);
  REQUIRE(restore);
  const float y = sheet->y1 + 140;  // under the tabs
  page.point(200, y);
  hold_button(page, true);
  page.point(200, y - 30);
  page.point(200, y - 60);
  hold_button(page, false);
  page.settle();
  CHECK(restore->y0 - page.where("restore")->y0 == 60);
}
