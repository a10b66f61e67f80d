// What was once wrong on sheets of all steps: digits missing where they have room, rows that did not continue, single
// numbers alone or tiny, controls and names over each other or over the edge.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::cell_id;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

// Goes through the beats of the current step.
template <class Check>
void in_each_beat(Harness& page, const Check& check) {
  const std::string step = page.explorer.view().step_id;
  for (int beat = 0; beat < 12 && page.explorer.view().step_id == step; ++beat) {
    check();
    page.press(ImGuiKey_PageDown);
    page.settle();
  }
}

std::vector<std::pair<std::string, ui::Rect>> items_of(const Harness& page, std::string_view kind) {
  std::vector<std::pair<std::string, ui::Rect>> found = page.items();
  std::erase_if(found, [&](const auto& item) { return !item.first.starts_with(kind); });
  return found;
}

}  // namespace

TEST_CASE("the weights that softmax makes of scores continue the rows of their product") {
  for (const auto& [lesson, step, result, next] :
       {std::tuple("tasks", "even", "s_1", "a_1"), std::tuple("why", "dot-product", "products", "powers")}) {
    Harness page(open_lesson(lesson), 1440, 900);
    at_step(page, step);
    INFO(std::string(lesson) << ", " << step);
    for (std::size_t row = 0; row < 4; ++row) {
      const auto a = page.where(cell_id(result, row, 0)), b = page.where(cell_id(next, row, 0));
      REQUIRE(a);
      REQUIRE(b);
      CHECK(a->y0 == b->y0);
      CHECK(a->y1 == b->y1);
    }
  }
}

TEST_CASE("on a phone results of up to 8 × 8 have digits, even if their operands have none") {
  struct Case {
    const char *lesson, *step, *result;
  };
  for (const Case at : {Case{"multi-head", "full-copies", "wide_q"},
                        {"causal-ladder", "mix-values", "attention"},
                        {"causal-ladder", "batch", "x"},
                        {"basic-self-attention", "softmax", "exp_weights"}}) {
    Harness page(open_lesson(at.lesson), 390, 844);
    page.around.touch = true;
    at_step(page, at.step);
    CHECK_MESSAGE(page.where("numbers:" + std::string(at.result)), at.result);
  }
}

TEST_CASE("a single number is large enough to be read, whatever the size of the matrices beside it") {
  Harness page(open_lesson("learning"), 390, 844);
  page.around.touch = true;
  at_step(page, "guessing");
  bool found = false;
  in_each_beat(page, [&] {
    for (const auto& [id, at] : items_of(page, "cell:one_loss")) {
      found = true;
      CHECK(at.width() >= 30);
    }
  });
  CHECK(found);
}

TEST_CASE("at 1440 × 900 no beat after the first has a single number only") {
  for (const char* lesson : {"basic-self-attention", "causal-ladder", "multi-head"}) {
    Harness page(open_lesson(lesson), 1440, 900);
    page.settle();
    for (const auto& step : page.explorer.lesson().steps) {
      at_step(page, step.id);
      in_each_beat(page, [&] {
        if (page.explorer.view().beat == 0) return;
        INFO(std::string(lesson) << ", " << step.id << ", part " << page.explorer.view().beat);
        CHECK(items_of(page, "cell:").size() > 1);
      });
    }
  }
}

TEST_CASE("the selectors of several axes stay on the stage, and away from the dots of the beats") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), std::pair(390.0f, 844.0f)}) {
    Harness page(open_lesson("multi-head"), width, height);
    page.around.touch = width < 600;
    at_step(page, "scores-per-head");
    std::size_t most = 0;
    in_each_beat(page, [&] {
      std::vector<std::pair<std::string, ui::Rect>> selectors = items_of(page, "leading:");
      most = std::max(most, selectors.size());
      for (const auto& [id, at] : selectors) {
        CHECK_MESSAGE(ui::within(at, {0, 0, width, height}), id);
        for (const auto& [beat, dot] : items_of(page, "beat:")) CHECK_FALSE_MESSAGE(ui::overlap(at, dot), beat);
      }
    });
    CHECK(most >= 2);
  }
}

TEST_CASE("the map's matrices stay beside one another in the strip above the stage, however many there are") {
  for (const float width : {1440.0f, 1024.0f}) {
    Harness page(open_lesson("causal-ladder"), width, 900);
    at_step(page, "pictures");
    const auto nodes = items_of(page, "map:");
    REQUIRE(nodes.size() == 7);
    for (const auto& [id, at] : nodes) {
      CHECK_MESSAGE(ui::within(at, {0, 48, width, 120}, 1), id);
      for (const auto& [other, there] : nodes) CHECK_MESSAGE((other == id || !ui::overlap(at, there)), id);
    }
  }
}

TEST_CASE("a common power of ten is beside its name, not over the next one") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), std::pair(390.0f, 844.0f)}) {
    Harness page(open_lesson("basic-self-attention"), width, height);
    at_step(page, "order");
    in_each_beat(page, [&] {
      const auto names = items_of(page, "name:");
      for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          CHECK_FALSE_MESSAGE(ui::overlap(names[i].second, names[j].second), names[i].first << names[j].first);
    });
  }
}
