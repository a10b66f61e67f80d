// A curve over the values tried for one number: where its ring is, what keys and pointer announce, and what a click
// explains.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "figures/curve/view.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

struct Nudged : Harness {
  explicit Nudged(double nudge) : Harness(open_lesson("slopes"), 1440, 900) {
    REQUIRE(explorer.apply(explorer::SetParameter{"nudge", nudge}));
    at_step(*this, "nudge");
  }
};

}  // namespace

TEST_CASE(
    "the ring is at the left end for the least nudge, in the middle for none, and at the right end for the most") {
  for (const double nudge : {-1.0, 0.0, 1.0}) {
    const Nudged page(nudge);
    const ui::Rect curve = page.where("curve").value(), ring = page.where("curve:point").value();
    CHECK(std::abs(ring.middle_x() - (curve.x0 + curve.width() * static_cast<float>(nudge + 1) / 2)) < 2);
    CHECK(ui::within(ring, curve, 8));
  }
}

TEST_CASE("the ring is dragged to another nudge, on its grid, as one step of undo") {
  Nudged page(0);
  const ui::Rect curve = page.where("curve").value(), ring = page.where("curve:point").value();
  const auto nudge = [&] { return std::get<double>(page.explorer.state().document.parameters.at("nudge")); };
  page.point(ring.middle_x(), ring.middle_y());
  page.frame();
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  for (const float share : {0.6f, 0.75f}) {
    ImGui::GetIO().AddMousePosEvent(curve.x0 + share * curve.width(), ring.middle_y());
    page.settle();
    CHECK(nudge() == doctest::Approx(2 * share - 1).epsilon(0.01));
  }
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.settle();
  CHECK(nudge() == doctest::Approx(0.5));
  REQUIRE(page.explorer.apply(explorer::Undo{}));
  page.settle();
  CHECK(std::abs(page.where("curve:point")->middle_x() - ring.middle_x()) < 2);
}

TEST_CASE("a larger loss is higher, and a mark of a line lies on it") {
  const Nudged low(-0.5), high(1);
  const auto loss = [](const Harness& page) {
    return page.explorer.view().figure<explorer::CurveView>()->point->at(1).value;
  };
  REQUIRE(loss(low) < loss(high));
  CHECK(low.where("curve:point")->middle_y() > high.where("curve:point")->middle_y());
}

TEST_CASE("arrow keys go along the curve and tell place and height; Enter explains the number") {
  Nudged page(0.01);
  REQUIRE(page.focus_on("curve"));
  page.press(ImGuiKey_Home);
  page.press(ImGuiKey_RightArrow);
  page.frame();
  const explorer::CurveView curve = *page.explorer.view().figure<explorer::CurveView>();
  CHECK(page.interface.said().contains("nudge = " + curve.over.texts[1]));
  CHECK(page.interface.said().contains(curve.lines[0].texts[1]));
  page.press(ImGuiKey_Enter);
  page.frame();
  REQUIRE(page.explorer.state().focused);
  CHECK(page.explorer.state().focused->node == page.explorer.graph().find("tried_loss"));
  CHECK(page.explorer.state().focused->index == graph::Index{1});
}

TEST_CASE("a curve fits at every size with its stage below it") {
  for (const auto& [width, height] : {std::pair{1440.f, 900.f}, {1024.f, 768.f}, {390.f, 844.f}, {720.f, 420.f}}) {
    Harness page(open_lesson("slopes"), width, height);
    page.around.touch = width < 600;
    for (const char* step : {"nudge", "slope", "downhill"}) {
      at_step(page, step);
      INFO(step << " at " << width << " × " << height);
      const auto curve = page.where("curve");
      if (!curve) continue;  // a low window shows the matrices alone
      for (const auto& [id, at] : page.items())
        if (id.starts_with("cell:")) CHECK_MESSAGE(!ui::overlap(at, *curve), id);
    }
  }
}

TEST_CASE("on a phone a sum that is marked ≈ keeps the decimals that fit, and slopes below a curve have digits") {
  Harness page(open_lesson("slopes"), 390, 844);
  page.around.touch = true;
  const auto texts_at = [&](const char* step) {
    at_step(page, step);
    std::ignore = page.interface.probe(true);
    page.frame();
    return page.interface.probe(true);
  };
  const std::string sums = texts_at("softmax");
  CHECK(sums.find("\"id\":\"≈2.2") != std::string::npos);
  CHECK(sums.find("\"id\":\"≈2\"") == std::string::npos);
  CHECK(texts_at("slope").find("\"id\":\"−1.") != std::string::npos);
}

TEST_CASE("a curve is drawn at every size, high enough to be read") {
  for (const auto& [width, height] :
       {std::pair(1440.0f, 900.0f), {1280.0f, 720.0f}, {1024.0f, 768.0f}, {700.0f, 900.0f}, {390.0f, 844.0f}})
    for (const char* step : {"nudge", "slope", "downhill"}) {
      INFO(std::string(step) << " at " << width << " × " << height);
      Harness page(open_lesson("slopes"), width, height);
      at_step(page, step);
      const auto curve = page.where("curve");
      REQUIRE(curve);
      CHECK(curve->height() >= 60);
    }
}
