// Questions on the canvas: one of each kind answered wrong, then right, by mouse and by keys alone.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "explorer/questions.hpp"
#include "support/files.hpp"
#include "ui/support/harness.hpp"

using explorer::PartView;
using ui_test::Harness;

namespace {

explorer::Explorer asking(const std::string& step) {
  auto opened = explorer::Explorer::open(question_lesson);
  REQUIRE(opened.has_value());
  REQUIRE(opened->apply(explorer::GoToStep{step}).has_value());
  return std::move(*opened);
}

PartView::Outcome outcome(const Harness& page, std::size_t part = 0) {
  return page.explorer.view().question->parts.at(part).outcome;
}

// Moves the keyboard focus to the part, then presses Enter.
void enter_at(Harness& page, const std::string& id) {
  const auto wanted = page.where(id);
  REQUIRE_MESSAGE(wanted.has_value(), id);
  REQUIRE_MESSAGE(page.focus_on(id), "the keyboard does not reach ", id);
  page.press(ImGuiKey_Enter);
  page.settle();
}

void type_answer(Harness& page, const char* text) {
  page.frame();
  REQUIRE(page.last_frame.edit);
  page.type_text(text);
  page.frame();
  page.enter_text(text);
  page.settle();
}

}  // namespace

TEST_CASE("a number is typed in the page's field, gets feedback when wrong, and reveals the hidden cell when right") {
  Harness page(asking("number"), 1440, 900);
  page.settle();
  page.click_at("answer:0");
  type_answer(page, "4");
  CHECK(outcome(page) == PartView::Outcome::wrong);
  CHECK(page.where("feedback:0"));
  page.click_at("answer:0");
  type_answer(page, "8");
  CHECK(outcome(page) == PartView::Outcome::right);
  CHECK_FALSE(page.where("answer:0"));
  CHECK_FALSE(page.where("reveal"));
}

TEST_CASE("hint and show the answer") {
  Harness page(asking("number"), 1440, 900);
  page.settle();
  page.click_at("hint");
  page.settle();
  CHECK_FALSE(page.explorer.view().question->hint.empty());
  CHECK_FALSE(page.where("hint"));
  page.click_at("reveal");
  page.settle();
  CHECK(page.explorer.view().question->revealed);
  CHECK_FALSE(page.where("answer:0"));
}

TEST_CASE("choices, ticks, an order, a truth and a cell by mouse") {
  SUBCASE("choice") {
    Harness page(asking("choice"), 1440, 900);
    page.settle();
    page.click_at("option:0:a");
    page.settle();
    CHECK(outcome(page) == PartView::Outcome::wrong);
    page.click_at("option:0:b");
    page.settle();
    CHECK(outcome(page) == PartView::Outcome::right);
  }
  SUBCASE("several") {
    Harness page(asking("several"), 1440, 900);
    page.settle();
    for (const char* id : {"option:0:one", "check:0", "option:0:one", "option:0:four", "option:0:two"}) {
      page.click_at(id);
      page.settle();
      if (std::string(id) == "check:0") CHECK(outcome(page) == PartView::Outcome::wrong);
    }
    page.click_at("check:0");
    page.settle();
    CHECK(outcome(page) == PartView::Outcome::right);
    CHECK(page.explorer.view().question->parts[0].tries == 2);
  }
  SUBCASE("order") {
    Harness page(asking("order"), 1440, 900);
    page.settle();
    page.click_at("check:0");
    page.settle();
    CHECK(outcome(page) == PartView::Outcome::wrong);
    page.click_at("order:0:1:up");
    page.settle();
    page.click_at("check:0");
    page.settle();
    CHECK(outcome(page) == PartView::Outcome::right);
  }
  SUBCASE("truth") {
    Harness page(asking("truth"), 1440, 900);
    page.settle();
    for (const char* id : {"truth:0:yes", "option:0:because", "check:0"}) {
      page.click_at(id);
      page.settle();
    }
    CHECK(outcome(page) == PartView::Outcome::wrong);
    page.click_at("truth:0:no");
    page.settle();
    page.click_at("check:0");
    page.settle();
    CHECK(outcome(page) == PartView::Outcome::right);
  }
  SUBCASE("cell") {
    Harness page(asking("cell"), 1440, 900);
    page.settle();
    for (const char* id : {"cell:y:0,0", "check:0"}) {
      page.click_at(id);
      page.settle();
    }
    CHECK(outcome(page) == PartView::Outcome::wrong);
    page.frame(1);  // no double-click
    for (const char* id : {"cell:y:1,1", "check:0"}) {
      page.click_at(id);
      page.settle();
    }
    CHECK(outcome(page) == PartView::Outcome::right);
  }
}

TEST_CASE("every kind of question can be answered by keyboard only") {
  SUBCASE("number") {
    Harness page(asking("number"), 1440, 900);
    page.settle();
    enter_at(page, "answer:0");
    type_answer(page, "8");
    CHECK(outcome(page) == PartView::Outcome::right);
  }
  SUBCASE("choice") {
    Harness page(asking("choice"), 1440, 900);
    page.settle();
    enter_at(page, "option:0:b");
    CHECK(outcome(page) == PartView::Outcome::right);
  }
  SUBCASE("several") {
    Harness page(asking("several"), 1440, 900);
    page.settle();
    enter_at(page, "option:0:two");
    enter_at(page, "option:0:four");
    enter_at(page, "check:0");
    CHECK(outcome(page) == PartView::Outcome::right);
  }
  SUBCASE("order") {
    Harness page(asking("order"), 1440, 900);
    page.settle();
    enter_at(page, "order:0:1:up");
    enter_at(page, "check:0");
    CHECK(outcome(page) == PartView::Outcome::right);
  }
  SUBCASE("truth") {
    Harness page(asking("truth"), 1440, 900);
    page.settle();
    CHECK_FALSE(page.where("option:0:because"));  // there is nothing yet to give a reason for
    enter_at(page, "truth:0");
    if (page.explorer.view().question->parts[0].yes_no != "no") page.press(ImGuiKey_RightArrow);
    page.settle();
    enter_at(page, "option:0:because");
    enter_at(page, "check:0");
    CHECK(outcome(page) == PartView::Outcome::right);
  }
  SUBCASE("cell") {
    Harness page(asking("cell"), 1440, 900);
    page.settle();
    enter_at(page, "matrix:y");
    page.press(ImGuiKey_End);
    page.press(ImGuiKey_DownArrow);
    page.settle();
    enter_at(page, "check:0");
    CHECK(outcome(page) == PartView::Outcome::right);
  }
}

TEST_CASE("every control of a question is large enough for a finger on a phone") {
  for (const char* step : {"number", "several", "order", "truth", "cell"}) {
    CAPTURE(step);
    Harness page(asking(step), 390, 844);
    page.around.touch = true;
    page.settle();
    page.click_at("tabs");  // the middle one: Explain
    page.settle();
    for (const auto& [id, where] : page.items())
      if (id.starts_with("option:") || id.starts_with("check:") || id.starts_with("answer:") || id == "reveal")
        CHECK_MESSAGE(where.height() >= 44, id);
  }
}

TEST_CASE("at 1440 × 900 what a step asks is in view without a click, in every lesson") {
  // Here formulae are not typeset, and those of these steps take more room than on the page, where all fit.
  const std::set<std::string> long_formulae{"geometry", "hundred", "induction"};
  std::size_t asked = 0, open = 0;
  for (const std::string& path : files::bundled_lessons()) {
    CAPTURE(path);
    auto opened = explorer::Explorer::open(files::read_file(path));
    REQUIRE(opened.has_value());
    Harness page(std::move(*opened), 1440, 900);
    std::vector<std::string> steps;
    for (const auto& step : page.explorer.lesson().steps) steps.push_back(step.id);
    for (const std::string& step : steps) {
      CAPTURE(step);
      page.step_to(step);
      page.settle();
      if (!page.explorer.view().question || !page.where("card") || long_formulae.contains(step)) continue;
      ++asked;
      open += page.where("question-prompt").has_value();
      // Open at its question, or closed with what is asked in it.
      const auto card = page.where("card");
      CHECK((page.where("card:prompt").has_value() || card->height() > 100));
    }
  }
  CHECK(asked > 100);
  CHECK(open * 10 > asked * 8);  // the others have long texts or formulae
}

TEST_CASE("a click on what a closed card asks opens it") {
  Harness page(ui_test::open_lesson("basic-self-attention"), 1280, 600);
  page.settle();
  for (std::size_t i = 0; i < page.explorer.view().count && !page.where("card:prompt"); ++i) {
    page.step_to(page.explorer.lesson().steps[i].id);
    page.settle();
  }
  REQUIRE(page.where("card:prompt"));
  page.click_at("card:prompt");
  page.settle();
  CHECK_FALSE(page.where("card:prompt"));
  CHECK(page.where("hint"));
}
