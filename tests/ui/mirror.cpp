// The layout from right to left is the reflection of the other one: each item is at the reflected place, or belongs to a
// figure, a map or a line of numbers, which as a whole is at the reflected place and keeps its order.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "ui/support/harness.hpp"
#include "ui/support/large_map.hpp"
#include "ui/support/model_told.hpp"

using ui::Rect;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

using Items = std::vector<std::pair<std::string, Rect>>;

constexpr float rounding = 1;  // px: places are on whole pixels, on either side

Rect reflection(const Rect& r, float width) { return {width - r.x1, r.y0, width - r.x0, r.y1}; }

bool near(const Rect& a, const Rect& b) {
  return std::abs(a.x0 - b.x0) <= rounding && std::abs(a.x1 - b.x1) <= rounding && std::abs(a.y0 - b.y0) <= rounding &&
         std::abs(a.y1 - b.y1) <= rounding;
}

// How far each item has moved that was not reflected, rounded.
std::set<int> shifts(const Items& before, const Items& after, float width) {
  std::set<int> out;
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto& [id, from] = before[i];
    const Rect& to = after[i].second;
    INFO(id << " at " << from.x0 << "–" << from.x1 << " of " << width << ", then at " << to.x0 << "–" << to.x1);
    REQUIRE(id == after[i].first);
    if (near(to, reflection(from, width))) continue;
    const float by = to.x0 - from.x0;
    CHECK(near(to, ui::moved(from, by, 0)));
    out.insert(static_cast<int>(std::round(by)));
  }
  return out;
}

void mirror(Harness& page, bool right_to_left = true) {
  page.around.right_to_left = right_to_left;
  page.settle();
}

// blocks: how many parts of the screen keep their order, and lie at another place than the reflected one. reflected: ids
// that must be among the others.
void check_mirror(Harness& page, std::size_t blocks, const std::vector<std::string>& reflected) {
  page.point(-1, -1);
  page.settle();
  page.texts();
  const Items before = page.items();
  const auto texts = page.texts();
  const float width = page.around.width;
  mirror(page);
  const Items after = page.items();
  CHECK(shifts(before, after, width).size() <= blocks);
  for (const std::string& id : reflected) {
    INFO(id);
    const auto at = std::ranges::find(before, id, &Items::value_type::first);
    const auto there = page.where(id);
    REQUIRE(at != before.end());
    REQUIRE(there);
    CHECK(near(*there, reflection(at->second, width)));
  }
  const auto turned = page.texts();
  if (!page.where("tab:question")) CHECK(turned.size() == texts.size());  // a page's buttons cover other numbers
  for (const auto& [words, at] : turned) {
    INFO(words);
    CHECK(at.x0 > -rounding);
    CHECK(at.x1 < width + rounding);
  }
  mirror(page, false);
  const Items again = page.items();
  REQUIRE(again.size() == before.size());
  for (std::size_t i = 0; i < again.size(); ++i) CHECK(near(again[i].second, before[i].second));
}

}  // namespace

TEST_CASE("from right to left a lesson is the reflection of the other layout, and its figure keeps its order") {
  for (const auto& [width, height] :
       {std::pair(1440.0f, 900.0f), {1920.0f, 1080.0f}, {1280.0f, 640.0f}, {820.0f, 1180.0f}, {700.0f, 900.0f}}) {
    INFO(width << " × " << height);
    Harness page(open_lesson(), width, height);
    ui_test::at_step(page, "scores");
    std::vector<std::string> reflected{"next", "back", "pick-step"};
    if (width >= 1000)
      reflected.insert(reflected.end(), {"text-column", "question-prompt", "play", "card:question", "menu"});
    check_mirror(page, 3, reflected);  // the map, the figure, the line that explains
  }
}

TEST_CASE("from right to left a phone's sheet and its pages are reflected") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  ui_test::at_step(page, "scores");
  check_mirror(page, 2, {"next", "back", "play", "story-question"});
  page.click_at("story-question");
  page.settle();
  check_mirror(page, 2, {"tab:question"});
}

TEST_CASE("from right to left the contents, the large map and a whole model are reflected") {
  const auto contents = [] {
    explorer::Explorer opened = open_lesson();
    REQUIRE(opened.apply(explorer::ShowContents{true}).has_value());
    return opened;
  };
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), {390.0f, 844.0f}}) {
    INFO(width << " × " << height);
    Harness page(contents(), width, height);
    check_mirror(page, 2, {"menu"});
    Harness large(open_lesson(), width, height);
    ui_test::show_large_map(large);
    check_mirror(large, 1, {"lessons"});
    const ui_test::ToldModel told;
    auto opened = open_lesson();
    REQUIRE(told.open(opened));
    Harness model(std::move(opened), width, height);
    model.settle();
    check_mirror(model, 4, {"lessons"});  // the heads, the chosen one, the sentence with its arcs, the line
  }
}

TEST_CASE("from right to left clicks hit what is drawn, and the arrow keys go the way that they point") {
  Harness page(open_lesson(), 1440, 900);
  ui_test::at_step(page, "scores");
  mirror(page);
  const auto column = page.where("text-column"), cell = page.where(ui_test::cell_id("attn_scores", 0, 1));
  REQUIRE(column);
  REQUIRE(cell);
  CHECK(column->x0 > cell->x1);
  CHECK(page.where(ui_test::cell_id("attn_scores", 0, 0))->x1 <= cell->x0 + rounding);  // columns keep their order
  page.point_at(ui_test::cell_id("attn_scores", 2, 1));
  page.settle();
  REQUIRE(page.explorer.state().hovered);
  CHECK(page.explorer.state().hovered->index == std::vector<std::size_t>{2, 1});
  page.point(-1, -1);
  page.settle();
  const std::string step = page.explorer.view().step_id;
  page.press(ImGuiKey_LeftArrow);
  page.settle();
  CHECK(page.explorer.view().step_id != step);
  page.press(ImGuiKey_RightArrow);
  page.settle();
  CHECK(page.explorer.view().step_id == step);
  page.click_at("next");
  page.settle();
  CHECK(page.explorer.view().step_id != step);
  page.click_at("back");
  page.settle();
  CHECK(page.explorer.view().step_id == step);
}

TEST_CASE("from right to left popups open under their buttons") {
  for (const std::string_view opener : {"menu", "controls", "pick-step"}) {
    INFO(opener);
    const auto opened = [&](bool right_to_left) {
      Harness page(open_lesson("why"), 1440, 900);
      mirror(page, right_to_left);
      page.click_at(opener);
      page.settle();
      page.point(-1, -1);
      page.settle();
      REQUIRE(page.where("popover"));
      return page.items();
    };
    const Items before = opened(false), after = opened(true);
    CHECK(shifts(before, after, 1440).size() <= 3);
    const auto where = [](const Items& in) {
      return std::ranges::find(in, "popover", &Items::value_type::first)->second;
    };
    CHECK(near(where(after), reflection(where(before), 1440)));
  }
}

TEST_CASE("from right to left a slider's least value is at its right end, and its keys go the way that they point") {
  const auto width_of_values = [](bool right_to_left, float share) {
    Harness page(open_lesson(), 1440, 900);
    ui_test::at_step(page, "keys-values-queries");
    mirror(page, right_to_left);
    page.bring("control:d_v");
    const auto at = page.where("control:d_v");
    REQUIRE(at);
    page.click(ui::mix(at->x0, at->x1, share), at->middle_y());
    page.settle();
    const auto set = page.last<explorer::SetParameter>();
    REQUIRE(set);
    const double clicked = std::get<double>(set->value);
    page.press(ImGuiKey_LeftArrow);
    page.settle();
    const double after = std::get<double>(page.last<explorer::SetParameter>()->value);
    CHECK((after > clicked) == right_to_left);
    return clicked;
  };
  CHECK(width_of_values(false, 0.3f) == 2);
  CHECK(width_of_values(true, 0.7f) == 2);
}
