// One continuous stage: what leaves goes into the map, what comes back comes out of it, and however fast a reader steps,
// the picture at rest is the one that a new interface draws.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ui/support/fresh.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::cell_id;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

using Ways = std::map<std::string, std::vector<ui::Rect>>;  // of each tensor, frame by frame

void apply_to(Harness& page, const explorer::Command& command) { REQUIRE(page.explorer.apply(command).has_value()); }

std::vector<std::pair<std::string, ui::Rect>> travelling(const Harness& page, std::string_view how) {
  std::vector<std::pair<std::string, ui::Rect>> found;
  for (const auto& [id, where] : page.items())
    if (id.starts_with(how)) found.emplace_back(id.substr(how.size()), where);
  return found;
}

Ways ways_until_rest(Harness& page, std::string_view how) {
  Ways ways;
  for (int n = 0; n < 120; ++n) {
    page.frame();
    for (const auto& [name, where] : travelling(page, how)) ways[name].push_back(where);
    if (!page.last_frame.animating) break;
  }
  CHECK_FALSE(page.last_frame.animating);
  return ways;
}

// Every beat once: none is played for the first time afterwards.
void see_all(Harness& page) {
  page.around.reduced_motion = true;
  for (int beat = 0; beat < 60 && !page.explorer.view().closing; ++beat) {
    page.settle();
    page.press(ImGuiKey_PageDown);
  }
  apply_to(page, explorer::GoToStep{page.explorer.view().steps.front().id});
  page.around.reduced_motion = false;
}

float apart(const ui::Rect& a, const ui::Rect& b) {
  return std::hypot(a.middle_x() - b.middle_x(), a.middle_y() - b.middle_y());
}

bool only_shrinks(const std::vector<ui::Rect>& way) {
  return std::ranges::is_sorted(way,
                                [](const ui::Rect& a, const ui::Rect& b) { return a.width() > b.width() + 0.01f; });
}

}  // namespace

TEST_CASE("a matrix that leaves the stage shrinks into its node of the map") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  apply_to(page, explorer::GoToStep{"softmax"});
  const Ways ways = ways_until_rest(page, "leaving:");
  CHECK(ways.size() == 2);  // queries and keys
  for (const auto& [name, way] : ways) {
    INFO(name);
    REQUIRE(way.size() > 10);
    CHECK(only_shrinks(way));
    const auto node = page.where("map:" + name);
    REQUIRE(node);
    CHECK(node->contains({way.back().middle_x(), way.back().middle_y()}));
    CHECK(way.back().width() < 60);
    CHECK(apart(way.front(), *node) > 200);
  }
  CHECK(travelling(page, "leaving:").empty());
}

TEST_CASE("back again, the same matrices grow out of their nodes to their places") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  at_step(page, "softmax");
  apply_to(page, explorer::PreviousStep{});
  Ways ways = ways_until_rest(page, "growing:");
  CHECK(ways.size() == 2);
  for (auto& [name, way] : ways) {
    INFO(name);
    REQUIRE(way.size() > 10);
    const auto node = page.where("map:" + name);
    REQUIRE(node);
    CHECK(node->contains({way.front().middle_x(), way.front().middle_y()}));
    const auto first = page.where(cell_id(name, 0, 0));
    REQUIRE(first);
    CHECK(std::abs(way.back().x0 - first->x0) < 2);
    CHECK(std::abs(way.back().y0 - first->y0) < 2);
    std::ranges::reverse(way);
    CHECK(only_shrinks(way));
  }
}

TEST_CASE("a matrix that both steps show is the same object: it moves from place to place") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  const std::string cell = cell_id("attn_scores", 0, 0);
  const ui::Rect before = *page.where(cell);
  apply_to(page, explorer::GoToStep{"softmax"});
  page.frame();
  CHECK(apart(*page.where(cell), before) < 30);
  page.settle();
  CHECK(apart(*page.where(cell), before) > 30);
}

TEST_CASE("at the end of the lesson its last matrices go into the map, and come out of it again") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "what-if");
  apply_to(page, explorer::NextStep{});
  REQUIRE(page.explorer.view().closing.has_value());
  CHECK_FALSE(ways_until_rest(page, "leaving:").empty());
  apply_to(page, explorer::PreviousStep{});
  CHECK_FALSE(ways_until_rest(page, "growing:").empty());
  page.around.reduced_motion = true;  // the new interface plays nothing
  ui_test::check_fresh(page, "the way back from the end");
}

TEST_CASE("without the map, what leaves fades where it is, within an eighth of a second") {
  for (const char* next : {"softmax", "geometry"}) {  // another stage, and another figure
    Harness page(open_lesson(), 390, 844);
    at_step(page, "scores");
    apply_to(page, explorer::GoToStep{next});
    const Ways ways = ways_until_rest(page, "fading:");
    INFO(std::string(next));
    REQUIRE_FALSE(ways.empty());
    for (const auto& [name, way] : ways) {
      CHECK(way.size() <= 8);
      CHECK(way.front() == way.back());
    }
  }
}

TEST_CASE("with reduced motion a step is there at once") {
  Harness page(open_lesson(), 1440, 900);
  page.around.reduced_motion = true;
  at_step(page, "scores");
  apply_to(page, explorer::GoToStep{"softmax"});
  page.frame();
  CHECK(travelling(page, "leaving:").empty());
  const ui::Rect at = *page.where(cell_id("attn_scores", 0, 0));
  page.settle();
  CHECK(*page.where(cell_id("attn_scores", 0, 0)) == at);
}

TEST_CASE("a step that is taken back midway turns round where things are, without a jump") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  apply_to(page, explorer::GoToStep{"softmax"});
  for (int n = 0; n < 14; ++n) page.frame();
  const auto leaving = travelling(page, "leaving:");
  REQUIRE(leaving.size() == 2);
  apply_to(page, explorer::PreviousStep{});
  page.frame();
  for (const auto& [name, where] : leaving) {
    const auto cell = page.where(cell_id(name, 0, 0));
    REQUIRE(cell);
    CHECK(std::abs(cell->x0 - where.x0) < 40);
    CHECK(std::abs(cell->y0 - where.y0) < 40);
  }
}

TEST_CASE("however fast a reader steps to and fro, nothing queues, and the end is the picture at rest") {
  for (const char* lesson : {"worked-example", "learning"}) {
    Harness page(open_lesson(lesson), 1440, 900);
    see_all(page);
    page.settle();
    unsigned random = 20;  // a linear congruence: the same steps in every run
    for (int step = 0; step < 40; ++step) {
      random = random * 1664525u + 1013904223u;
      page.press((random >> 24) % 3 == 0 ? ImGuiKey_PageUp : ImGuiKey_PageDown);
      for (unsigned n = 0; n < (random >> 16) % 7; ++n) page.frame();
      CHECK(travelling(page, "leaving:").size() <= 12);
    }
    INFO(std::string(lesson));
    CHECK(page.settle() <= 120);        // two seconds
    page.around.reduced_motion = true;  // the new interface plays nothing
    ui_test::check_fresh(page, "forty steps");
  }
}
