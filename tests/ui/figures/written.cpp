// The figure of what a model writes: letters that can be followed, heads that can be chosen, earlier lines, and room for
// the run below. The line is handed in as a trainer would.
#include <doctest/doctest.h>

#include <memory>

#include "figures/written/view.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::Harness;

namespace {

struct Writer : Harness {
  Writer(float width, float height) : Harness(ui_test::open_lesson("letters"), width, height) {
    around.touch = width < 600;
    at_step(*this, "writes");
    REQUIRE(explorer.apply(explorer::SeekTraining{100}));
    explorer::TrainingReport report;
    report.run = explorer.training_order()->run;
    report.losses.assign(100, 2.5f);
    report.step = 100;
    std::vector<float> line;
    for (std::size_t i = 0; i < 65; ++i) line.push_back(static_cast<float>(i % 50));
    report.weights = std::make_shared<explorer::TrainedWeights>(explorer::TrainedWeights{{"line_usual", line}});
    report.written = {{0, {{"line_usual", line}}}, {100, {{"line_usual", line}}}};
    REQUIRE(explorer.report(report));
    settle();
    forget();
  }
};

}  // namespace

TEST_CASE("a click on a letter, or an arrow key, asks where the model looked for it") {
  Writer page(1440, 900);
  page.click_at("letter:20");
  const auto& focus = page.last<explorer::Focus>();
  REQUIRE(focus.has_value());
  const graph::Graph& graph = page.explorer.graph();
  const auto weight = [&](std::size_t key) {
    return graph.at(*graph.find("weights"), graph::Index{0, 0, 19, key});  // row 20 picked it
  };
  const std::size_t brightest = focus->cell->index.back();
  CHECK(focus->cell->index == graph::Index{0, 0, 19, brightest});
  for (std::size_t key = 0; key < 64; ++key) CHECK(weight(key) <= weight(brightest));
  page.settle();
  CHECK(page.explorer.view().figure<explorer::WrittenView>()->followed == 20);
}

TEST_CASE("letters, the buttons and the losses of the run fit on every screen, the latest line on wide ones") {
  for (const auto& [width, height] : {std::pair{1440.0f, 900.0f}, {1024.0f, 768.0f}, {390.0f, 844.0f}}) {
    INFO(width << "x" << height);
    Writer page(width, height);
    REQUIRE(page.where("letter:64"));
    REQUIRE(page.where("training:play"));
    CHECK(page.where("letter:64")->y1 < page.where("training:play")->y0);
    CHECK(page.where("letter:64")->x1 <= width);
    CHECK(page.where("losses").has_value());
    if (width > 1200) {  // smaller screens have the lines in the reading view
      REQUIRE(page.where("written:100"));
      CHECK(page.where("written:100")->y1 < page.where("training:play")->y0);
    }
  }
}
