// Pictures as SVG: they show what a canvas of the same size shows, each text at its place.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "explorer/json/json.hpp"
#include "ui/support/harness.hpp"
#include "ui/support/svg.hpp"

using namespace ui_test;

namespace {

explorer::Picture sized(double width, double height) {
  explorer::Picture how;
  how.width = width;
  how.height = height;
  return how;
}

explorer::Picture figure_of(double width = 1000, double height = 700) {
  explorer::Picture how = sized(width, height);
  how.of = explorer::Picture::Of::figure;
  return how;
}

std::string packed(const std::string& words) { return without(without(words, " "), "\u00a0"); }

std::size_t count(const std::string& svg, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = svg.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

// The canvas as it would be for the picture, with the texts that it draws.
void check_same(Harness& page, const explorer::Picture& how) {
  page.around.picture = &how;
  page.around.controls = ui::Controls::none;
  page.around.reduced_motion = true;
  page.around.focused = false;
  page.point(-100, -100);
  (void)page.interface.probe(true);
  page.settle();
  page.frame();
  const std::string svg = page.interface.picture(page.explorer, how, page.contents);
  std::string all;
  std::multimap<std::string, float> places;
  for (const SvgText& text : texts_of(svg)) {
    all += packed(text.words);
    places.emplace(text.words, text.x);
  }
  const auto probe = explorer::json::read(page.interface.probe(true));
  REQUIRE(probe.has_value());
  std::size_t compared = 0;
  for (const auto text : probe->root()["texts"].items()) {
    const std::string words(*text["id"].text());
    CAPTURE(words);
    CHECK(all.contains(packed(words)));
    const auto [first, last] = places.equal_range(words);
    if (first == last) continue;
    const double x = *text["x"].number();
    CHECK(std::any_of(first, last, [&](const auto& place) { return std::abs(place.second - x) <= 0.75; }));
    ++compared;
  }
  CHECK(compared > 5);
  CHECK(count(svg, "<g") == count(svg, "</g>"));
}

}  // namespace

TEST_CASE("a picture of a step has each text of the canvas at its place") {
  for (const char* lesson : {"worked-example", "roles", "multi-head", "tiles"}) {
    Harness page(open_lesson(lesson), 800, 420);
    page.around.embed = true;
    const explorer::Picture how = sized(800, 420);
    std::vector<std::string> steps;
    for (const auto& step : page.explorer.lesson().steps) steps.push_back(step.id);
    for (const std::string& step : steps) {
      CAPTURE(lesson);
      CAPTURE(step);
      page.around.picture = nullptr;
      page.step_to(step);
      check_same(page, how);
    }
  }
}

TEST_CASE("a figure alone is as large as it is, on the ground that is asked for") {
  Harness page(open_lesson(), 1440, 900);
  page.step_to("scores");
  page.settle();
  explorer::Picture how = figure_of();
  const std::string svg = page.interface.picture(page.explorer, how);
  CHECK(svg.starts_with("<svg "));
  const float width = std::strtof(svg.c_str() + svg.find("width=\"") + 7, nullptr);
  CHECK(width > 300);
  CHECK(width < 1000);
  CHECK(svg.contains("fill=\"#0d1015\""));
  const std::size_t grounds = count(svg, "fill=\"#0d1015\"");
  how.ground = false;
  CHECK(count(page.interface.picture(page.explorer, how), "fill=\"#0d1015\"") + 1 == grounds);
  how.dark = false;
  how.ground = true;
  CHECK(page.interface.picture(page.explorer, how).contains("fill=\"#fdfcfa\""));
}

TEST_CASE("cells without numbers, and matrices that stay empty") {
  Harness page(open_lesson(), 1440, 900);
  page.step_to("scores");
  page.settle();
  // The tutorial's scores are 2, 4, 4; 4, 16, 12; 4, 12, 10. 16 also ends the legend, drawn where cells have no numbers.
  explorer::Picture how = figure_of();
  const auto times = [&](const char* words) {
    const std::vector<SvgText> texts = texts_of(page.interface.picture(page.explorer, how));
    return std::ranges::count(texts, words, &SvgText::words);
  };
  CHECK(times("12") == 2);
  CHECK(times("16") == 1);
  how.blank = {"attn_scores"};
  CHECK(times("12") == 0);
  CHECK(times("16") == 0);
  how.blank.clear();
  how.numbers = false;
  CHECK(times("12") == 0);
  CHECK(times("16") == 1);
}

TEST_CASE("a picture changes nothing on the canvas") {
  Harness page(open_lesson(), 1440, 900);
  page.step_to("softmax");
  page.settle();
  const std::string before = page.interface.probe();
  ImGuiContext* const context = ImGui::GetCurrentContext();
  CHECK_FALSE(page.interface.picture(page.explorer, figure_of()).empty());
  CHECK(ImGui::GetCurrentContext() == context);
  CHECK(page.interface.probe() == before);
  CHECK(page.settle() <= 2);
  CHECK(page.interface.probe() == before);
}

TEST_CASE("of a step that is divided each part is drawn, and no more than there are") {
  Harness page(open_lesson("multi-head"), 1440, 900);
  page.step_to("three-roles");
  page.settle();
  explorer::Picture how = figure_of();
  std::vector<std::string> parts;
  for (how.part = 0; parts.size() < 9; ++*how.part) {
    const std::string svg = page.interface.picture(page.explorer, how);
    if (svg.empty()) break;
    CHECK(std::ranges::count(parts, svg) == 0);
    parts.push_back(svg);
  }
  CHECK(parts.size() > 1);
  CHECK(parts.size() < 9);
}

TEST_CASE("where no step is shown there is no figure") {
  Harness page(open_lesson(), 1440, 900);
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
  CHECK(page.interface.picture(page.explorer, figure_of()) == "");
  REQUIRE(page.explorer.apply(explorer::ShowContents{false}).has_value());
  REQUIRE(page.explorer.apply(explorer::GoToStep{"end"}).has_value());
  CHECK(page.interface.picture(page.explorer, figure_of()) == "");
}
