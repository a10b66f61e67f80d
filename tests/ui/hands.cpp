// Long presses and their menu, and matrices by the clipboard, without a screen.
#include <doctest/doctest.h>

#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::cell_id;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

// Presses for as long as a menu needs, then lifts the finger.
void rest_at(Harness& page, const std::string& id) {
  const auto at = page.where(id);
  REQUIRE(at);
  page.point(at->middle_x(), at->middle_y());
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  for (int i = 0; i < 8; ++i) page.frame(0.1);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.frame();
  page.settle();
}

// Down at one point, across to another in so many frames, and up.
void stroke(Harness& page, ui::Point from, ui::Point to, int frames = 8, double seconds = 1.0 / 60) {
  page.point(from.x, from.y);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame(seconds);
  for (int i = 1; i <= frames; ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(frames);
    page.point(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    page.frame(seconds);
  }
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.frame(seconds);
  page.settle();
}

}  // namespace

TEST_CASE("touch: a quick sideways stroke over the figure goes to the next beat or step and back") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  at_step(page, "keys-values-queries");
  const auto place = [&] { return page.explorer.view().step_id + " " + std::to_string(page.explorer.view().beat); };
  const auto cell = page.where(cell_id("keys", 1, 1));
  REQUIRE(cell);
  const ui::Point at{cell->middle_x(), cell->middle_y()}, left{at.x - 90, at.y + 10};
  const std::string first = place();
  stroke(page, at, {at.x - 40, at.y});  // too short
  CHECK(place() == first);
  stroke(page, at, {at.x - 70, at.y - 60});  // not sideways
  CHECK(place() == first);
  stroke(page, at, left, 8, 0.1);  // slow: it moves the focus from number to number
  CHECK(place() == first);
  stroke(page, at, left);
  const std::string second = place();
  CHECK(second != first);
  CHECK(page.explorer.view().step_id == "keys-values-queries");
  at_step(page, "scores");
  const auto score = page.where(cell_id("attn_scores", 1, 1));
  REQUIRE(score);
  const ui::Point middle{score->middle_x(), score->middle_y()};
  stroke(page, middle, {middle.x + 90, middle.y});
  CHECK(page.explorer.view().step_id != "scores");
}

TEST_CASE("a mouse, and a finger that begins on an editable number, turn no page") {
  Harness page(open_lesson(), 390, 844);
  at_step(page, "scores");
  const auto score = page.where(cell_id("attn_scores", 1, 1));
  REQUIRE(score);
  stroke(page, {score->middle_x(), score->middle_y()}, {score->middle_x() - 90, score->middle_y()});
  CHECK(page.explorer.view().step_id == "scores");
  page.around.touch = true;
  at_step(page, "inputs");
  const auto x = page.where(cell_id("x", 1, 2));
  REQUIRE(x);
  stroke(page, {x->middle_x(), x->middle_y()}, {x->middle_x() - 90, x->middle_y()});
  CHECK(page.explorer.view().step_id == "inputs");
}

TEST_CASE("touch: a tap selects, a second one deselects, a long press opens a menu that edits") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  at_step(page, "inputs");
  page.click_at(cell_id("x", 1, 2));
  REQUIRE(page.last<explorer::Focus>());
  CHECK(page.last<explorer::Focus>()->cell->index == graph::Index{1, 2});
  page.settle();
  CHECK(page.explorer.state().pinned);
  for (int i = 0; i < 6; ++i) page.frame(0.1);  // two taps, not a double one
  page.click_at(cell_id("x", 1, 2));            // deselects, as a second click does
  page.settle();
  CHECK_FALSE(page.explorer.state().focused);
  const auto cell = page.where(cell_id("x", 2, 0));
  page.point(cell->middle_x(), cell->middle_y());
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  for (int i = 0; i < 8; ++i) page.frame(0.1);
  CHECK_FALSE(page.last_frame.edit);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.frame();
  REQUIRE(page.where("press:edit"));
  CHECK(page.where("press:edit")->height() >= 44);
  page.click_at("press:edit");
  page.frame();
  REQUIRE(page.last_frame.edit);
  CHECK(page.explorer.state().edit->of.cell.index == graph::Index{2, 0});
  CHECK_FALSE(page.where("popover"));
}

TEST_CASE("touch: the menu of a computed cell has no edit and paste, and a press outside closes it") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  at_step(page, "scores");
  rest_at(page, cell_id("attn_scores", 0, 1));
  CHECK(page.where("press:copy"));
  CHECK_FALSE(page.where("press:edit"));
  CHECK_FALSE(page.where("press:paste"));
  page.forget();
  page.click_at("press:copy");
  CHECK(page.requests == std::vector{ui::Request::copy_matrix});
  CHECK(page.explorer.state().focused->index == graph::Index{0, 1});
  rest_at(page, cell_id("attn_scores", 0, 1));
  page.click(380, 100);
  page.settle();
  CHECK_FALSE(page.where("popover"));
}

TEST_CASE("Ctrl+C copies the matrix of the focused cell, Ctrl+V pastes, and without a cell a message says so") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "inputs");
  page.click_at(cell_id("x", 1, 2));
  page.settle();
  page.press(ImGuiKey_C, ImGuiMod_Ctrl);
  CHECK(std::string(ImGui::GetClipboardText()) == "1\t0\t1\t0\n0\t2\t0\t2\n1\t1\t1\t1\n");
  ImGui::SetClipboardText("7\t8");
  page.press(ImGuiKey_V, ImGuiMod_Ctrl);
  page.settle();
  CHECK(page.explorer.matrix_text(*page.explorer.graph().find("x")) == "1\t0\t1\t0\n0\t2\t7\t8\n1\t1\t1\t1\n");
  page.press(ImGuiKey_Escape);
  page.settle();
  page.forget();
  page.press(ImGuiKey_V, ImGuiMod_Ctrl);
  REQUIRE(page.last<explorer::PasteCells>());
  CHECK_FALSE(page.explorer.apply(*page.last<explorer::PasteCells>()));
}

namespace {

void right_click(Harness& page, const std::string& id) {
  page.point_at(id);
  page.frame();
  ImGui::GetIO().AddMouseButtonEvent(1, true);
  page.frame();
  ImGui::GetIO().AddMouseButtonEvent(1, false);
  page.settle();
}

std::string asked_name(const Harness& page) {
  const auto& moves = page.explorer.view().moves;
  return moves ? moves->name : "";
}

}  // namespace

TEST_CASE("the menu of a cell asks what moves it, nudges another one, and leads back to the numbers") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores-1");
  right_click(page, cell_id("attn_scores_1", 0, 1));
  CHECK_FALSE(page.where("press:nudge-up"));
  page.click_at("press:moves");
  page.settle();
  CHECK(asked_name(page) == "s₁[1, 2]");
  CHECK(page.where("moves-bar"));
  right_click(page, cell_id("keys", 1, 2));
  CHECK_FALSE(page.where("press:edit"));  // it shows a slope, which cannot be changed
  page.click_at("press:nudge-up");
  page.settle();
  CHECK(page.explorer.view().moves->compared.starts_with("K[2, 3] moved by +0.1: s₁[1, 2] really went from 4 to 4.2"));
  right_click(page, cell_id("keys", 1, 2));
  page.click_at("press:numbers");
  page.settle();
  CHECK(asked_name(page).empty());
  CHECK_FALSE(page.where("moves-bar"));
}

TEST_CASE("touch: the menu of a long press asks what moves a number, and the bar's buttons are large enough") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  at_step(page, "scores-1");
  rest_at(page, cell_id("attn_scores_1", 0, 0));
  page.click_at("press:moves");
  page.settle();
  CHECK(asked_name(page) == "s₁[1, 1]");
  for (const char* const id : {"moves-down", "moves-up", "moves-leave"}) {
    CAPTURE(id);
    const auto where = page.where(id);
    REQUIRE(where);
    CHECK(where->width() >= 44);
    CHECK(where->height() >= 44);
  }
  page.click_at("moves-leave");
  page.settle();
  CHECK(asked_name(page).empty());
}

TEST_CASE("while a reader asks what moves a number, no cell is under the bar, and digits stay") {
  struct Case {
    const char *lesson, *step, *cell;
  };
  for (const Case at :
       {Case{"slopes", "loss", "cell:difference:0,2"}, {"worked-example", "scores", "cell:attn_scores:0,1"}})
    for (const auto& [width, height] :
         {std::pair(1440.0f, 900.0f), {1280.0f, 720.0f}, {1024.0f, 768.0f}, {390.0f, 844.0f}}) {
      INFO(std::string(at.lesson) << ", " << std::string(at.step) << " at " << width << " × " << height);
      Harness page(open_lesson(at.lesson), width, height);
      page.around.touch = width < 600;
      at_step(page, at.step);
      page.click_at(at.cell);
      page.press(ImGuiKey_M);
      page.settle();
      const auto bar = page.where("moves-bar");
      REQUIRE(bar);
      REQUIRE(page.where(at.cell));
      for (const auto& [id, place] : page.items())
        if (id.starts_with("cell:")) CHECK_MESSAGE(place.y1 <= bar->y0, id);
      std::string numbers(at.cell);
      numbers = "numbers:" + numbers.substr(5, numbers.rfind(':') - 5);
      CHECK(page.where(numbers));
      const auto sheet = page.where("story");
      page.press(ImGuiKey_M);
      page.settle();
      CHECK_FALSE(page.where("moves-bar"));
      if (width < 600) CHECK((!sheet && page.where("story")));  // the sheet made room for the bar
    }
}

TEST_CASE("M asks what moves the selected number and leads back, N nudges, Escape leaves the slopes first") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores-1");
  page.click_at(cell_id("attn_scores_1", 0, 1));
  page.press(ImGuiKey_M);
  page.settle();
  CHECK(asked_name(page) == "s₁[1, 2]");
  page.press(ImGuiKey_N);
  CHECK(page.refused == page.explorer.text("refuse.moves.nudge"));  // the asked number has no slope of its own
  page.click_at(cell_id("query_1", 0, 0));
  page.press(ImGuiKey_N);
  page.press(ImGuiKey_N);
  page.settle();
  CHECK(page.explorer.state().asked->nudged->steps == 2);
  page.press(ImGuiKey_N, ImGuiMod_Shift);
  page.settle();
  CHECK(page.explorer.state().asked->nudged->steps == 1);
  page.press(ImGuiKey_Escape);
  page.settle();
  CHECK(asked_name(page).empty());
  CHECK(page.explorer.state().focused.has_value());
  page.click_at(cell_id("attn_scores_1", 0, 2));
  page.press(ImGuiKey_M);
  page.settle();
  CHECK(asked_name(page) == "s₁[1, 3]");
  page.press(ImGuiKey_M);
  page.settle();
  CHECK(asked_name(page).empty());
}
