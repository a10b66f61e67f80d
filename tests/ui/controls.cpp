// Steps, the pipeline map, and the controls in the card and the settings, by mouse and by keyboard.
#include <doctest/doctest.h>

#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::Harness;
using ui_test::open_lesson;

TEST_CASE("steps by brackets, page keys, click, and the list of them") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  page.press(ImGuiKey_RightBracket);
  CHECK(page.explorer.view().step == 1);
  page.press(ImGuiKey_PageDown);
  CHECK(page.explorer.view().step == 2);
  page.press(ImGuiKey_LeftBracket);
  CHECK(page.explorer.view().step == 1);
  page.frame(1);
  page.type("[");  // typed with another key: only the letter arrives
  CHECK(page.explorer.view().step == 0);
  page.settle();
  std::vector<std::string> ids;  // the view changes with each command
  for (const explorer::StepEntry& step : page.explorer.view().steps) ids.push_back(step.id);
  for (const std::string& id : ids) {
    page.click_at("step:" + id);
    page.settle();
    CHECK(page.explorer.view().step_id == id);
  }
  page.click_at("back");
  CHECK(page.explorer.view().step + 2 == page.explorer.view().steps.size());
  page.settle();
  page.click_at("next");
  CHECK(page.explorer.view().step + 1 == page.explorer.view().steps.size());
}

TEST_CASE("a click on the map goes to the step that shows the node") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "inputs");
  page.click_at("map:attn_scores");
  CHECK(page.last<explorer::GoToStep>());
  CHECK(page.explorer.state().step != "inputs");
}

TEST_CASE("controls set their parameters, by mouse and by keyboard") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "softmax");
  page.click_at("control:softmax:hand_set");
  auto set = page.last<explorer::SetParameter>();
  REQUIRE(set);
  CHECK(set->name == "softmax");
  CHECK(std::get<std::string>(set->value) == "hand_set");
  page.forget();
  page.settle();
  page.press(ImGuiKey_LeftArrow);
  set = page.last<explorer::SetParameter>();
  REQUIRE(set);
  CHECK(std::get<std::string>(set->value) == "exact");
  page.click_at("decimals:1");
  REQUIRE(page.last<explorer::SetDecimals>());
  CHECK(page.last<explorer::SetDecimals>()->decimals == 1);
  page.press(ImGuiKey_Escape);
  page.settle();
  page.click_at("control:softmax:hand_set");
  page.settle();
  page.click_at("restore");
  CHECK(page.last<explorer::RestoreLesson>());
  page.press(ImGuiKey_Escape);
  page.settle();
  page.click_at("undo");
  CHECK(page.last<explorer::Undo>());
  page.click_at("theme");
  CHECK(page.last<explorer::SetTheme>());
}

TEST_CASE("advanced controls are collapsed by default, and work when opened") {
  Harness page(open_lesson("multi-head"), 1440, 1400);
  at_step(page, "which-root");
  CHECK_FALSE(page.where("control:temperature"));
  CHECK_FALSE(page.where("colors:sqrt"));
  page.click_at("advanced");
  page.settle();
  REQUIRE(page.where("control:temperature"));
  page.click_at("colors:sqrt");
  CHECK(page.explorer.state().color_steps == explorer::ColorSteps::square_root);
  page.settle();
  const auto slider = page.where("control:temperature");
  REQUIRE(slider);
  page.click(slider->x1 - 8, slider->middle_y());
  const auto set = page.last<explorer::SetParameter>();
  REQUIRE(set);
  CHECK(set->name == "temperature");
  CHECK(std::get<double>(set->value) > 4);
  page.click_at("advanced");
  page.settle();
  CHECK_FALSE(page.where("colors:sqrt"));
}

TEST_CASE("a slider sets numbers in steps, and a drag is one undo entry") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "keys-values-queries");
  page.bring("control:d_v");
  const auto slider = page.where("control:d_v");
  REQUIRE(slider);
  page.point(slider->x0 + 10, slider->middle_y());
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  CHECK(std::get<double>(page.last<explorer::SetParameter>()->value) == 1);
  page.point(slider->x1 - 10, slider->middle_y());
  CHECK(std::get<double>(page.last<explorer::SetParameter>()->value) == 4);
  CHECK(page.last<explorer::SetParameter>()->continues);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.settle();
  page.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK_FALSE(page.explorer.can_undo());
}

TEST_CASE("where not all decimals that were chosen fit, the control says how many do") {
  const auto told = [](const Harness& page) -> std::optional<int> {
    for (const auto& [id, at] : page.items())
      if (id.starts_with("decimals-fit:")) return std::stoi(id.substr(13));
    return std::nullopt;
  };
  Harness page(open_lesson("sentence"), 1200, 700);
  page.settle();
  int fewer = 0, all = 0;
  for (std::size_t step = 0; step < page.explorer.view().count; ++step) {
    page.step_to(page.explorer.view().steps[step].id);
    INFO(page.explorer.view().step_id);
    REQUIRE(page.explorer.apply(explorer::SetDecimals{4}));
    page.settle();
    page.bring("decimals:0");
    const std::optional<int> fit = told(page);
    ++(fit ? fewer : all);
    if (!fit || *fit == 0) continue;
    // So many do fit, and one more does not.
    REQUIRE(page.explorer.apply(explorer::SetDecimals{*fit}));
    page.settle();
    CHECK_FALSE(told(page));
    REQUIRE(page.explorer.apply(explorer::SetDecimals{*fit + 1}));
    page.settle();
    CHECK(told(page) == fit);
  }
  CHECK(fewer > 0);
  CHECK(all > 0);
}

TEST_CASE("a phone's sheet shows the explanation of another step; another beat leaves its tab") {
  Harness page(open_lesson("multi-head"), 390, 844);
  page.around.touch = true;
  page.settle();
  const auto shows_controls = [&] { return page.where("decimals:2").has_value(); };
  bool had_beats = false;
  while (page.explorer.view().step + 1 < page.explorer.view().steps.size() && !had_beats) {
    page.press(ImGuiKey_RightBracket);
    page.settle();
    const std::size_t step = page.explorer.view().step;
    page.click_at("story-controls");
    page.settle();
    REQUIRE(shows_controls());
    page.click_at("next");
    page.settle();
    had_beats = page.explorer.view().step == step;
    CHECK(shows_controls() == had_beats);
  }
  CHECK(had_beats);
}
