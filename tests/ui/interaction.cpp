// Mouse and key input and the commands that follow, without a screen.
#include <doctest/doctest.h>

#include <set>

#include "explorer/json/json.hpp"
#include "explorer/json/write.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::cell_id;
using ui_test::Harness;
using ui_test::open_lesson;

TEST_CASE("a click on each cell focuses it, a second click removes the focus") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  for (const std::string name : {"querys", "keys", "attn_scores"}) {
    const auto node = page.explorer.graph().find(name);
    REQUIRE(node);
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column) {
        page.forget();
        page.click_at(cell_id(name, row, column));
        const auto focus = page.last<explorer::Focus>();
        REQUIRE(focus);
        REQUIRE(focus->cell);
        CHECK(focus->cell->node == *node);
        CHECK(focus->cell->index == graph::Index{row, column});
        CHECK(focus->pin);
      }
    }
  }
  page.frame(1);  // no double-click
  page.forget();
  page.click_at(cell_id("attn_scores", 2, 2));
  REQUIRE(page.last<explorer::Focus>());
  CHECK_FALSE(page.last<explorer::Focus>()->cell);
}

TEST_CASE("hovering explains a cell and leaving it is delayed") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  page.point_at(cell_id("attn_scores", 1, 2));
  REQUIRE(page.explorer.explanation());
  CHECK(page.explorer.explanation()->cell.index == graph::Index{1, 2});
  page.point(700, 60);
  page.frame(0.05);
  CHECK(page.explorer.state().hovered);
  CHECK(page.last_frame.animating);
  page.frame(0.1);
  page.frame(0.1);
  CHECK_FALSE(page.explorer.state().hovered);
}

TEST_CASE("Tab reaches every group once and then leaves the canvas") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  int presses = 0;
  for (; presses < 80 && page.requests.empty(); ++presses) page.press(ImGuiKey_Tab);
  REQUIRE(page.requests.size() == 1);
  CHECK(page.requests.front() == ui::Request::leave_forward);
  CHECK(presses == static_cast<int>(page.interface.groups().size()) + 1);
  page.forget();
  page.press(ImGuiKey_Tab, ImGuiMod_Shift);
  CHECK(page.requests.empty());  // Tab re-enters at the end
  for (int i = 0; i < 80 && page.requests.empty(); ++i) page.press(ImGuiKey_Tab, ImGuiMod_Shift);
  REQUIRE_FALSE(page.requests.empty());
  CHECK(page.requests.front() == ui::Request::leave_backward);
}

TEST_CASE("arrows, Home and End move within a matrix reached by Tab") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "keys-values-queries");
  std::set<graph::NodeId> reached;
  REQUIRE(page.focus_on("matrix:x"));
  for (int i = 0; i < 60; ++i) {
    page.press(ImGuiKey_DownArrow);
    page.frame();
    if (const auto focus = page.last<explorer::Focus>(); focus && focus->cell) reached.insert(focus->cell->node);
  }
  CHECK(reached.size() == 7);  // X, three projection matrices and their results

  page.forget();
  page.click_at(cell_id("x", 0, 0));
  page.press(ImGuiKey_RightArrow);
  CHECK(page.explorer.state().focused->index == graph::Index{0, 1});
  page.press(ImGuiKey_DownArrow);
  CHECK(page.explorer.state().focused->index == graph::Index{1, 1});
  page.press(ImGuiKey_End);
  CHECK(page.explorer.state().focused->index == graph::Index{1, 3});
  page.press(ImGuiKey_Home);
  CHECK(page.explorer.state().focused->index == graph::Index{1, 0});
  CHECK(page.explorer.explanation());
  page.press(ImGuiKey_Escape);
  CHECK_FALSE(page.explorer.state().focused);
}

TEST_CASE("arrows follow the drawing where a matrix is drawn transposed") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  page.click_at(cell_id("keys", 0, 0));
  page.press(ImGuiKey_DownArrow);  // down in Kᵀ is along a key
  CHECK(page.explorer.state().focused->index == graph::Index{0, 1});
  page.press(ImGuiKey_RightArrow);
  CHECK(page.explorer.state().focused->index == graph::Index{1, 1});
}

TEST_CASE("double-click and Enter edit, typing recomputes, one undo takes it back") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "inputs");
  page.click_at(cell_id("x", 0, 1), 2);
  page.frame();
  REQUIRE(page.last_frame.edit);
  CHECK(page.explorer.state().edit->text == "0");
  CHECK(page.last_frame.edit->width > 40);
  const auto cell = page.where(cell_id("x", 0, 1));
  CHECK(page.last_frame.edit->x <= cell->x0 + 1);
  page.type_text("2");
  page.frame();
  CHECK(page.explorer.cell({*page.explorer.graph().find("x"), {0, 1}}).value == 2);
  page.type_text("2.5");
  page.frame();
  page.enter_text("2.5");
  page.frame();
  page.frame();
  CHECK_FALSE(page.last_frame.edit);
  CHECK(page.explorer.cell({*page.explorer.graph().find("x"), {0, 1}}).value == 2.5f);
  page.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK(page.explorer.cell({*page.explorer.graph().find("x"), {0, 1}}).value == 0);
  page.press(ImGuiKey_Z, ImGuiMod_Ctrl | ImGuiMod_Shift);
  CHECK(page.explorer.cell({*page.explorer.graph().find("x"), {0, 1}}).value == 2.5f);

  page.press(ImGuiKey_Enter);
  page.frame();
  CHECK(page.last_frame.edit);
  CHECK(page.explorer.apply(explorer::EndEdit{.keep = false}));
  page.frame();
  CHECK_FALSE(page.last_frame.edit);
}

TEST_CASE("an invalid number is refused with a message beside the field and the old value stays") {
  for (const char* text : {"abc", "", "1e400"}) {
    Harness page(open_lesson(), 1440, 900);
    at_step(page, "inputs");
    page.click_at(cell_id("x", 0, 0), 2);
    page.frame();
    REQUIRE(page.last_frame.edit);
    page.enter_text(text);
    page.frame();
    page.frame();
    CHECK_FALSE(page.refused.empty());
    REQUIRE(page.last_frame.edit);  // still open, with the reason
    CHECK(page.last_frame.edit->text == text);
    CHECK(page.last_frame.edit->refusal == page.refused);
    const auto told = explorer::json::read(explorer::json::text_of(page.last_frame.edit));
    REQUIRE(told);
    CHECK(told->root()["text"].text() == text);
    CHECK(told->root()["refusal"].text() == page.refused);
    CHECK(told->root()["words"].boolean() == false);
    CHECK(page.explorer.cell({*page.explorer.graph().find("x"), {0, 0}}).value == 1);
    page.enter_text("3");
    page.frame();
    page.frame();
    CHECK_FALSE(page.last_frame.edit);
    CHECK(page.explorer.cell({*page.explorer.graph().find("x"), {0, 0}}).value == 3);
  }
}

TEST_CASE("an answer is shown on request") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "inputs");
  REQUIRE(page.focus_on("reveal"));
  page.press(ImGuiKey_Enter);
  CHECK(page.last<explorer::Reveal>());
}

TEST_CASE("no frame is requested when nothing moves; with reduced motion moves are instant") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  CHECK_FALSE(page.frame().animating);
  page.point_at(cell_id("x", 0, 0));
  page.settle();
  CHECK_FALSE(page.frame().animating);
  page.press(ImGuiKey_RightBracket);
  CHECK(page.settle() > 5);

  Harness calm(open_lesson(), 1440, 900);
  calm.around.reduced_motion = true;
  calm.settle();
  calm.press(ImGuiKey_RightBracket);
  CHECK(calm.settle(0.02) <= 8);  // fades of 80 ms at most, no moves
  const auto placed = calm.where(cell_id("w_key", 0, 0));
  calm.frame(1);
  CHECK(placed == calm.where(cell_id("w_key", 0, 0)));
}

TEST_CASE("a step change moves a matrix from its previous position, and can be interrupted") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores-1");
  const std::string cell = cell_id("keys", 0, 0);
  const auto before = page.where(cell);
  page.press(ImGuiKey_RightBracket);
  const auto under_way = page.where(cell);
  REQUIRE(before);
  REQUIRE(under_way);
  CHECK(std::abs(under_way->x0 - before->x0) < 60);
  page.frame(0.1);
  page.press(ImGuiKey_LeftBracket);
  page.settle();
  CHECK(page.where(cell)->x0 == doctest::Approx(before->x0).epsilon(0.01));
}

TEST_CASE("a tooltip covers nothing clickable, and a press hides it until the pointer has left") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "what-if");
  for (const std::string id : {"control:score", "control:softmax", "control:d_v", "controls", "share", "menu"}) {
    INFO(id);
    page.bring(id);
    page.point_at(id);
    for (int i = 0; i < 8; ++i) page.frame(0.1);
    const auto tip = page.where("tip");
    REQUIRE(tip);
    CHECK(ui::within(*tip, {0, 0, 1440, 900}));
    for (const auto& [other, at] : page.items()) {
      if (other == "tip" || other == "text-column" || other == "provenance-line") continue;
      if (other.starts_with("cell:") || other.starts_with("legend:") || other.starts_with("off:")) continue;
      if (other.starts_with("name:") || other.starts_with("about:") || other.starts_with("map:")) continue;
      if (other == "card" || other == "popover") continue;
      INFO(other);
      CHECK_FALSE(ui::overlap(at, *tip));
    }
    page.point(700, 700);
    page.frame(0.1);
    CHECK_FALSE(page.where("tip"));
  }
  page.point_at("control:score:scaled");
  for (int i = 0; i < 8; ++i) page.frame(0.1);
  REQUIRE(page.where("tip"));
  page.click_at("control:score:scaled");
  for (int i = 0; i < 12; ++i) page.frame(0.1);
  CHECK_FALSE(page.where("tip"));  // the pointer rests where it pressed
  page.point(700, 700);
  page.frame(0.1);
  page.point_at("control:score:scaled");
  for (int i = 0; i < 8; ++i) page.frame(0.1);
  CHECK(page.where("tip"));
}

TEST_CASE("a press on the stage and a step key show no focus ring; Tab does") {
  Harness page(open_lesson(), 1440, 900);
  page.around.focused = false;
  page.settle();
  for (const int frames_before_focus : {0, 1}) {
    page.around.focused = false;
    page.settle();
    page.point(700, 800);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    if (frames_before_focus == 0) page.around.focused = true;
    page.frame();
    page.around.focused = true;
    page.frame();
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    page.frame();
    page.settle();
    CHECK_FALSE(page.interface.focus_shown());
    page.press(ImGuiKey_RightBracket);
    page.press(ImGuiKey_PageDown);
    page.settle();
    CHECK_FALSE(page.interface.focus_shown());
  }
  page.press(ImGuiKey_Tab);
  CHECK(page.interface.focus_shown());
}

TEST_CASE("a touch that focuses the canvas is not taken for Tab, though ImGui reports its press a frame later") {
  Harness page(open_lesson(), 1440, 900);
  page.around.focused = false;
  page.around.touch = true;
  page.settle();
  page.around.focused = page.around.pressed = true;
  page.frame();
  page.around.pressed = false;
  page.settle();
  CHECK(page.interface.focused_part().empty());
  page.around.focused = false;
  page.settle();
  page.around.focused = true;
  page.settle();
  CHECK_FALSE(page.interface.focused_part().empty());  // by Tab
}

TEST_CASE("Escape right after Enter does not revert the accepted edit") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "inputs");
  const auto value = [&] { return page.explorer.cell({*page.explorer.graph().find("x"), {0, 1}}).value; };
  page.click_at(cell_id("x", 0, 1), 2);
  page.frame();
  REQUIRE(page.last_frame.edit);
  page.type_text("7");
  page.frame();
  CHECK(value() == 7);
  page.enter_text("7.5");
  CHECK(value() == 7.5f);  // before any frame
  CHECK(page.explorer.apply(explorer::EndEdit{.keep = false}));
  page.frame();
  page.frame();
  CHECK(value() == 7.5f);
  CHECK_FALSE(page.last_frame.edit);
}

TEST_CASE("a disabled control does not respond, and says why") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "what-if");
  page.bring("control:softmax");
  CHECK_FALSE(page.where("off:score"));
  page.click_at("control:softmax:hand_set");
  page.settle();
  REQUIRE(page.where("off:score"));
  page.forget();
  page.click_at("control:score:scaled");
  CHECK_FALSE(page.last<explorer::SetParameter>());
  page.click_at("control:softmax:exact");
  page.settle();
  CHECK_FALSE(page.where("off:score"));
  page.click_at("control:score:scaled");
  CHECK(page.last<explorer::SetParameter>());
}

TEST_CASE("the line that explains is beside the text, and has one form until it is unfolded") {
  Harness page(open_lesson(), 1440, 900);
  page.around.reduced_motion = true;
  at_step(page, "softmax");
  page.press(ImGuiKey_Escape);
  page.settle();
  page.press(ImGuiKey_PageDown);  // to the beat of the weights
  page.settle();
  page.click_at(cell_id("attn_scores_softmax", 1, 1));
  page.settle();
  const auto text = page.where("text-column"), line = page.where("provenance-line");
  REQUIRE(text);
  REQUIRE(line);
  CHECK(text->x1 <= line->x0);
  CHECK(line->height() < 80);
  page.click(line->x1 - 40, line->y1 - 8);
  page.settle();
  CHECK(page.where("provenance-line")->height() > line->height() + 10);
}
