// Keyboard use of the canvas: one Tab per group, arrows within it, and what a screen reader announces for each part.
#include <doctest/doctest.h>

#include <set>

#include "sanitized.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

struct Window {
  float width, height;
  bool embed;
};
constexpr Window windows[] = {{1440, 900, false}, {1024, 768, false}, {720, 900, false}, {390, 844, false},
                              {900, 600, true},   {560, 420, true},   {320, 480, true}};

// Presses Tab from before the canvas until focus leaves it: at most once per group, and never the same words twice.
void check_way_through(Harness& page) {
  for (const bool backward : {false, true}) {
    CAPTURE(backward);
    page.interface.leave();
    page.settle();
    page.forget();
    std::size_t groups = page.interface.groups().size();
    REQUIRE(groups > 0);
    std::set<std::string> said;
    std::size_t presses = 0;
    while (page.requests.empty() && presses <= groups + 1) {
      page.press(ImGuiKey_Tab, backward ? ImGuiMod_Shift : 0);
      page.settle();
      ++presses;
      if (!page.requests.empty()) break;
      groups = std::max(groups, page.interface.groups().size());  // selecting a cell adds the line that explains it
      CAPTURE(page.interface.focused_part());
      CHECK_FALSE(page.interface.said().empty());
      CHECK_FALSE(page.interface.said().starts_with(","));
      CHECK_FALSE(page.interface.said().contains("role."));
      CHECK_FALSE(page.interface.said().contains("group."));
      CHECK_MESSAGE(said.insert(page.interface.said()).second, page.interface.said());
    }
    CHECK(presses <= groups + 1);
    REQUIRE_FALSE(page.requests.empty());
    CHECK(page.requests.front() == (backward ? ui::Request::leave_backward : ui::Request::leave_forward));
  }
}

void tab_to(Harness& page, std::string_view said_first) {
  for (int i = 0; i < 12 && !page.interface.said().starts_with(said_first); ++i) {
    page.press(ImGuiKey_Tab);
    page.settle();
  }
  REQUIRE_MESSAGE(page.interface.said().starts_with(said_first), page.interface.said());
}

std::string press(Harness& page, ImGuiKey key) {
  page.press(key);
  page.settle();
  return page.interface.said();
}

}  // namespace

TEST_CASE("Tab leaves every step of every lesson after one press per group, and each press announces something new") {
  for (const char* name :
       {"why", "worked-example", "basic-self-attention", "sentence", "causal-ladder", "multi-head"}) {
    if (sampled && std::string_view(name) != "worked-example") continue;
    CAPTURE(name);
    for (const Window& window : windows) {
      if (&window != windows && (sampled || std::string_view(name) != "worked-example")) continue;
      CAPTURE(window.width);
      Harness page(open_lesson(name), window.width, window.height);
      page.around.embed = window.embed;
      for (std::size_t step = 0; step < page.explorer.view().steps.size(); ++step) {
        const std::string id = page.explorer.view().steps[step].id;
        CAPTURE(id);
        page.step_to(id);
        page.settle();
        check_way_through(page);
      }
    }
  }
}

TEST_CASE("Tab leaves the contents and the large map after one press per group") {
  Harness page(open_lesson(), 1440, 900);
  for (const char* name : {"worked-example", "sentence"}) {
    auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path(name)), {}, {}, "en");
    REQUIRE(card.has_value());
    page.contents.cards.push_back(std::move(*card));
  }
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}));
  page.settle();
  check_way_through(page);
  explorer::SetLarge setup;
  setup.setup.tokens = 64;
  REQUIRE(page.explorer.apply(explorer::ShowLarge{true}));
  REQUIRE(page.explorer.apply(setup));
  page.settle();
  check_way_through(page);
}

TEST_CASE("arrows go from control to control, left and right change one, Home and End go to the ends of the group") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "what-if");
  REQUIRE(page.explorer.apply(explorer::SetDecimals{2}));
  page.click_at("card:try");
  page.settle();
  tab_to(page, "Controls: ");
  const std::string first = page.interface.focused_part();
  const std::string below = press(page, ImGuiKey_DownArrow);
  CHECK(page.interface.focused_part() != first);
  CHECK_FALSE(below.empty());
  CHECK_FALSE(below.starts_with("Controls: "));  // said once
  press(page, ImGuiKey_UpArrow);
  CHECK(page.interface.focused_part() == first);
  while (page.interface.focused_part() != "control:d_v") {
    const std::string before = page.interface.focused_part();
    press(page, ImGuiKey_DownArrow);
    REQUIRE(page.interface.focused_part() != before);
  }
  const std::string at = page.interface.said();
  CHECK(at.contains(", slider, "));
  CHECK(press(page, ImGuiKey_LeftArrow) != at);
  CHECK(page.last<explorer::SetParameter>());
}

TEST_CASE("in a matrix arrows go from cell to cell; past its last one they go to the next matrix") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  page.interface.leave();
  tab_to(page, "Figure: ");
  for (int i = 0; i < 4 && !page.interface.focused_part().starts_with("matrix:"); ++i) press(page, ImGuiKey_DownArrow);
  const std::string first = page.interface.focused_part();
  REQUIRE(first.starts_with("matrix:"));
  CHECK(page.interface.said().contains(", table, arrow keys go from cell to cell, 3 × 3"));
  press(page, ImGuiKey_Home);
  for (int i = 0; i < 2; ++i) press(page, ImGuiKey_RightArrow);
  CHECK(page.interface.focused_part() == first);
  REQUIRE(page.explorer.state().focused);
  CHECK(page.explorer.state().focused->index.back() == 2);
  press(page, ImGuiKey_RightArrow);
  CHECK(page.interface.focused_part() != first);
  CHECK(page.interface.focused_part().starts_with("matrix:"));
}

TEST_CASE("Tab returns to the part of a group that last had the focus") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  tab_to(page, "Bar: ");
  press(page, ImGuiKey_RightArrow);
  const std::string second = page.interface.focused_part();
  page.press(ImGuiKey_Tab);
  page.settle();
  CHECK(page.interface.focused_part() != second);
  page.press(ImGuiKey_Tab, ImGuiMod_Shift);
  page.settle();
  CHECK(page.interface.focused_part() == second);
}

TEST_CASE("a pointer press announces nothing") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  page.click_at("undo");
  page.click_at("lessons");
  page.settle();
  CHECK(page.interface.said().empty());
}

TEST_CASE("after a right answer the focus goes on to the next part of the question, and stays in it after the last") {
  Harness page(open_lesson("slopes"), 1440, 900);
  at_step(page, "nudge");
  const auto answer = [&](const std::string& field, const std::string& tensor, std::size_t at) {
    REQUIRE(page.interface.focused_part() == field);
    const graph::Graph& graph = page.explorer.graph();
    page.press(ImGuiKey_Enter);
    page.around.focused = false;  // it is in the page's own field
    page.settle();
    page.enter_text(std::to_string(graph.at(*graph.find(tensor), graph::Index{at})));
    page.settle();
    page.around.focused = true;
    page.settle();
  };
  REQUIRE(page.focus_on("answer:0"));
  answer("answer:0", "asked_quotient", 0);
  answer("answer:1", "asked_loss", 1);
  CHECK(page.explorer.view().question->solved);
  CHECK(page.interface.focused_part() == "question-card");
  CHECK(page.interface.said() == "Question: answered right");
}
