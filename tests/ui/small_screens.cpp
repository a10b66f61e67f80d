// Small screens: truncated prose ends with an ellipsis and can be opened, labels and legend stay visible while a figure
// scrolls, and notes about numbers are shown in full.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "ui/support/harness.hpp"

using ui_test::Harness;
using ui_test::open_lesson;

namespace {

// "attn_scores" of "cell:attn_scores:0,1".
std::string tensor_of(const std::string& id) { return id.substr(5, id.rfind(':') - 5); }

// Turns the wheel over the middle of the figure.
void wheel(Harness& page, float down) {
  ImGui::GetIO().AddMouseWheelEvent(0, -down / 48);
  page.frame();
  page.settle();
}

// Every tensor of which a whole cell is in sight has its own labels, where it has any, in sight as well.
void check_labels(Harness& page, float width, float height) {
  std::map<std::string, ui::Rect> seen;
  std::multimap<std::string, ui::Rect> labels;  // a tensor may stand on stage twice
  for (const auto& [id, at] : page.items()) {
    if (id.starts_with("cell:")) {
      auto [found, fresh] = seen.try_emplace(tensor_of(id), at);
      if (!fresh) found->second = ui::joined(found->second, at);
    }
    if (id.starts_with("rows:") || id.starts_with("columns:")) labels.emplace(id, at);
  }
  const auto some = [&](const std::string& id, const auto& holds) {
    const auto [first, last] = labels.equal_range(id);
    return first == last || std::any_of(first, last, [&](const auto& label) { return holds(label.second); });
  };
  for (const auto& [name, cells] : seen) {
    INFO(name);
    CHECK(some("columns:" + name, [&](ui::Rect at) { return at.y0 >= 0 && at.y1 <= height; }));
    CHECK(some("rows:" + name, [&](ui::Rect at) { return at.x0 >= 0 && at.x1 <= width; }));
  }
}

}  // namespace

TEST_CASE("truncated prose above a figure ends with an ellipsis, and a button beside it opens all of it") {
  Harness page(open_lesson(), 900, 768);
  page.settle();
  for (const char* step : {"one-key", "scores-1", "output"}) {
    page.step_to(step);
    INFO(step);
    const auto dots = page.where("prose-goes-on"), open = page.where("explain");
    REQUIRE(dots);
    REQUIRE(open);
    CHECK(dots->x1 <= open->x0);
    CHECK(dots->y1 <= open->y1 + 2);
    CHECK_FALSE(page.where("popover"));
    page.click_at("explain");
    page.settle();
    CHECK(page.where("popover"));
    page.press(ImGuiKey_Escape);
    page.settle();
  }
}

TEST_CASE("while a figure scrolls, its row and column labels and a legend stay visible") {
  struct Case {
    const char *lesson, *step;
    float width, height;
  };
  for (const Case& at : {Case{"multi-head", "fold", 320, 400}, {"multi-head", "three-roles", 320, 400}}) {
    INFO(at.lesson << ", " << at.step << " at " << at.width);
    Harness page(open_lesson(at.lesson), at.width, at.height);
    page.around.touch = true;
    page.settle();
    page.step_to(at.step);
    page.settle();
    std::string first;
    for (const auto& [id, where] : page.items())
      if (first.empty() && id.starts_with("columns:")) first = id;
    REQUIRE_FALSE(first.empty());
    const ui::Rect before = *page.where(first);
    page.point(at.width / 2, before.y1 + 30);
    bool moved = false;
    for (int turn = 0; turn < 12; ++turn) {
      std::map<std::string, float> was;
      for (const auto& [id, where] : page.items())
        if (id.starts_with("cell:")) was[id] = where.y0;
      check_labels(page, at.width, at.height);
      std::size_t legends = 0;
      for (const auto& [id, where] : page.items())
        legends += id.starts_with("legend:") && ui::within(where, {0, 0, at.width, at.height}, 1);
      CHECK(legends == 1);
      wheel(page, 40);
      for (const auto& [id, where] : page.items())
        if (was.contains(id)) moved |= where.y0 < was[id] - 20;
    }
    CHECK(moved);
  }
}

TEST_CASE("that numbers are random is said on small screens, in the bar of a phone and else under the figure") {
  for (const auto& [width, height] :
       {std::pair(390.0f, 844.0f), std::pair(720.0f, 420.0f), std::pair(280.0f, 640.0f)}) {
    Harness page(open_lesson("sentence"), width, height);
    page.settle();
    page.step_to("your-sentence");
    page.settle();
    INFO(width);
    const auto note = page.where("random");
    REQUIRE(note);
    CHECK(ui::within(*note, {0, 0, width, height}, 1));
    if (width == 720) continue;
    // Between the bar's two buttons.
    CHECK(note->y1 < page.where("title")->y0);
    CHECK(note->x0 >= page.where("pick-step")->x1);
    CHECK(note->x1 <= page.where("menu")->x0);
  }
}

TEST_CASE("a sum is marked ≈ where its terms as displayed do not add up to it") {
  // e² + e⁴ + e⁴ = 116.58536: 7.3891 + 54.5982 + 54.5982 is 116.5855 with four decimals, but 7.389 + 54.598 + 54.598 is
  // 116.585 with three.
  Harness page(open_lesson(), 2000, 1200);
  page.settle();
  page.step_to("softmax");
  for (const int decimals : {4, 3}) {
    REQUIRE(page.explorer.apply(explorer::SetDecimals{decimals}));
    page.settle();
    CHECK(page.where("cell:exp_sum_1:0,0"));
    CHECK(page.where("about:exp_sum_1:0,0").has_value() == (decimals == 4));
  }
}

TEST_CASE("values of very different size each have a power of ten: no cell of e^S shows as zero") {
  for (const float width : {390.0f, 1440.0f}) {
    Harness page(open_lesson(), width, width < 600 ? 844.0f : 900.0f);
    page.settle();
    page.step_to("softmax");
    page.settle();
    // A number rounded to nothing is marked as such; one with a power of its own is not.
    for (const auto& [id, where] : page.items()) CHECK_FALSE(id.starts_with("about:exp_scores:"));
    CHECK(page.where("cell:exp_scores:0,0"));
  }
}

TEST_CASE("a figure that continues below its window has a button large enough for a finger that scrolls there") {
  Harness page(open_lesson("causal-ladder"), 320, 400);
  page.around.touch = true;
  REQUIRE(page.explorer.apply(explorer::SetParameter{"numbers", std::string("tutorial")}));
  page.settle();
  page.step_to("mix-values");
  page.settle();
  REQUIRE(page.where("stage-more"));
  for (const char* id : {"stage-more", "back", "next"}) CHECK_MESSAGE(page.where(id)->height() >= 44, id);
  int presses = 0;
  for (; page.where("stage-more") && presses < 20; ++presses) {
    page.click_at("stage-more");
    page.settle();
  }
  CHECK(presses > 0);
  CHECK(presses < 20);
  const auto last = page.where("name:attention");  // what comes last is in sight
  REQUIRE(last);
  CHECK(last->y1 < 400);
}

TEST_CASE("a common power of ten fits beside the name of the next matrix") {
  for (const float width : {280.0f, 320.0f}) {
    Harness page(open_lesson(), width, 640);
    page.settle();
    page.step_to("softmax");
    page.settle();
    std::vector<std::pair<std::string, ui::Rect>> names;
    for (const auto& [id, where] : page.items())
      if (id.starts_with("name:")) names.emplace_back(id, where);
    REQUIRE(names.size() >= 2);
    for (std::size_t i = 0; i < names.size(); ++i) {
      INFO(names[i].first << " at " << width);
      CHECK(names[i].second.x1 <= width);
      for (std::size_t other = 0; other < i; ++other) CHECK_FALSE(ui::overlap(names[i].second, names[other].second));
    }
  }
}

TEST_CASE("on the narrowest screen Next has room for its words, also beside Play") {
  Harness page(open_lesson(), 280, 640);
  page.settle();
  page.step_to("projections");
  page.settle();
  REQUIRE(page.where("next"));
  CHECK(page.where("next")->width() >= 120);
  CHECK(page.where("back")->width() >= 44);
}

TEST_CASE("the products of a cell's sum do not overlap, however small the cells") {
  struct Case {
    const char *lesson, *step, *cell;
    std::size_t products;  // how many there are
  };
  for (const Case& at :
       {Case{"worked-example", "scores", "cell:attn_scores:1,1", 3}, {"column-vectors", "keys", "cell:K:1,1", 3}}) {
    INFO(at.lesson);
    Harness page(open_lesson(at.lesson), 390, 844);
    page.settle();
    page.step_to(at.step);
    page.settle();
    REQUIRE(page.where(at.cell));
    page.point_at(at.cell);
    page.settle();
    std::vector<ui::Rect> pills;
    for (const auto& [id, where] : page.items())
      if (id == "pill") pills.push_back(where);
    CHECK(!pills.empty());
    CHECK(pills.size() <= at.products);
    for (std::size_t i = 0; i < pills.size(); ++i)
      for (std::size_t other = 0; other < i; ++other) CHECK_FALSE(ui::overlap(pills[i], pills[other]));
  }
}

TEST_CASE("in an embed of any size the title and the buttons do not overlap") {
  constexpr std::pair<float, float> sizes[] = {{280, 100}, {320, 120}, {200, 80},  {280, 140}, {320, 180}, {390, 200},
                                               {560, 100}, {800, 90},  {700, 220}, {150, 60},  {120, 40},  {600, 240}};
  constexpr std::string_view pressed[] = {"title",      "back",     "next",  "question", "explain",
                                          "fullscreen", "controls", "names", "menu"};
  for (const bool touch : {false, true}) {
    for (const auto& [width, height] : sizes) {
      INFO(width << "x" << height << (touch ? ", touch" : ""));
      Harness page(open_lesson(), width, height);
      page.around.embed = true;
      page.around.touch = touch;
      for (std::size_t step = 0; step < page.explorer.view().steps.size(); ++step) {
        page.step_to(std::string(page.explorer.view().steps[step].id));
        page.settle();
        INFO(page.explorer.view().step_title);
        std::vector<std::pair<std::string_view, ui::Rect>> there;
        for (const std::string_view id : pressed)
          if (const auto at = page.where(id)) there.emplace_back(id, *at);
        CHECK((page.where("title") || page.explorer.view().closing));
        CHECK(page.where("next").has_value() == (height >= (touch ? 78 : 70)));
        for (std::size_t i = 0; i < there.size(); ++i) {
          INFO(there[i].first);
          CHECK(ui::within(there[i].second, {0, 0, width, height}));
          for (std::size_t other = 0; other < i; ++other) {
            INFO(there[other].first);
            CHECK_FALSE(ui::overlap(ui::grown(there[i].second, -0.5f), there[other].second));
          }
        }
      }
    }
  }
}

TEST_CASE("in an embed the text of every step opens by its button, however much of it is cut") {
  std::size_t cut = 0;
  for (const auto& [width, height] : {std::pair(900.0f, 600.0f), {720.0f, 420.0f}, {600.0f, 480.0f}}) {
    for (const char* lesson : {"roles", "worked-example", "causal-ladder"}) {
      Harness page(open_lesson(lesson), width, height);
      page.around.embed = true;
      page.settle();
      for (; !page.explorer.view().closing; page.press(ImGuiKey_PageDown), page.settle()) {
        INFO(lesson << " at " << width << ": " << page.explorer.view().step_title);
        if (page.where("prose-goes-on")) ++cut;
        REQUIRE(page.where("next"));
        if (const auto line = page.where("provenance-line")) CHECK(line->y1 <= page.where("next")->y0);
        if (!page.where("explain")) {
          page.click_at("menu");
          page.settle();
        }
        REQUIRE(page.where("explain"));
        page.click_at("explain");
        page.settle();
        CHECK(page.where("popover"));
        page.press(ImGuiKey_Escape);
        page.settle();
      }
    }
  }
  CHECK(cut > 0);
}
