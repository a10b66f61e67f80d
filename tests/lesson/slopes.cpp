// Lesson slopes: the plan's numbers, which were computed by autograd in float64, and what its texts say.
#include <cmath>

#include "lesson/support.hpp"

using lessons::cell;
using lessons::row;

namespace {

graph::Graph slopes(std::map<std::string, lesson::ParameterValue, std::less<>> parameters = {},
                    std::vector<lesson::Edit> edits = {}) {
  static const lesson::Lesson opened = lessons::open("slopes");
  return lessons::run(opened, {std::move(parameters), std::move(edits), "en"});
}

}  // namespace

TEST_SUITE("slopes") {
  TEST_CASE("the loss is 1.2222, of which the third entry of Output 1 costs .9869") {
    const graph::Graph g = slopes();
    CHECK_NEAR(row(g, "output_1", 0), ({1.9366, 6.6831, 1.5951}), 6e-5);
    CHECK_NEAR(row(g, "difference", 0), ({-.0634, .6831, -1.4049}), 6e-5);
    CHECK_NEAR(row(g, "halves", 0), ({.0020, .2333, .9869}), 6e-5);
    CHECK(std::abs(cell(g, "loss", {}) - 1.2222) < 6e-5);
  }

  TEST_CASE("every slope on the way back is that of autograd") {
    const graph::Graph g = slopes();
    CHECK_NEAR(row(g, "slope_output", 0), ({-.0634, .6831, -1.4049}), 6e-5);
    CHECK_NEAR(row(g, "slope_weights", 0), ({-2.9119, 5.3381, -.2429}), 1e-4);
    CHECK(std::abs(cell(g, "mean_slope", {0, 0}) - 2.2016) < 6e-5);
    CHECK_NEAR(row(g, "slope_scores", 0), ({-.3241, 1.4689, -1.1448}), 6e-5);
    CHECK(std::abs(cell(g, "slope_sum", {0, 0})) < 1e-6);
    CHECK_NEAR(row(g, "slope_query", 0), ({3.5859, 2.1170, -1.4689}), 6e-5);
    CHECK_NEAR(row(g, "slope_keys", 0), ({-.3241, 0, -.6482}), 6e-5);
    CHECK_NEAR(row(g, "slope_keys", 1), ({1.4689, 0, 2.9377}), 6e-5);
    CHECK_NEAR(row(g, "slope_keys", 2), ({-1.1448, 0, -2.2896}), 6e-5);
    CHECK_NEAR(row(g, "slope_values", 0), ({-.0040, .0433, -.0890}), 6e-5);
    CHECK_NEAR(row(g, "slope_values", 1), ({-.0297, .3199, -.6579}), 6e-5);
    CHECK_NEAR(row(g, "slope_values", 2), ({-.0297, .3199, -.6579}), 6e-5);
    for (const std::size_t r : {0, 2}) CHECK_NEAR(row(g, "slope_w_query", r), ({3.5859, 2.1170, -1.4689}), 6e-5);
    for (const std::size_t r : {1, 3}) CHECK_NEAR(row(g, "slope_w_query", r), ({0, 0, 0}), 0);
  }

  TEST_CASE("smaller nudges come nearer to the slope, and a cell that is multiplied by 0 changes nothing") {
    const graph::Graph g = slopes();
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(std::abs(cell(g, "small_quotients", {i}) - std::array{3.8067, 3.6103, 3.5884}[i]) < (i == 2 ? 2e-3 : 2e-4));
    CHECK(std::abs(cell(g, "asked_loss", {0}) - 1.2583) < 6e-5);
    CHECK(std::abs(cell(g, "asked_loss", {1}) - 1.2222) < 6e-5);
    CHECK(std::abs(cell(g, "asked_loss", {2}) - 1.2076) < 6e-5);
    const graph::Graph below = slopes({{"cell", std::string("below")}, {"nudge", 0.8}});
    CHECK(cell(below, "loss_nudged", {}) == cell(below, "loss", {}));
  }

  TEST_CASE("the curve goes through the loss of the numbers as they stand, and the line touches it there") {
    for (const double nudge : {-0.5, 0.25, 1.0}) {
      const graph::Graph g = slopes({{"nudge", nudge}});
      const auto place = static_cast<std::size_t>(std::lround((nudge + 1) / 0.05));
      CHECK(std::abs(cell(g, "tried_loss", {place}) - cell(g, "loss_nudged", {})) < 2e-5);
    }
    const graph::Graph g = slopes();
    CHECK(std::abs(cell(g, "tangent", {20}) - cell(g, "loss", {})) < 1e-6);
    CHECK(std::abs(cell(g, "tangent", {40}) - cell(g, "tangent", {20}) - 3.5859) < 6e-5);
  }

  TEST_CASE("one step downhill: what the slopes predict, and what it really gives") {
    struct Step {
      double rate, promised, got;
      std::vector<double> weights, output;
    };
    for (const Step& step : {Step{.01, .8323, .8642, {.0860, .4080, .5060}, {1.9140, 6.4720, 1.7759}},
                             Step{.05, -.7276, .3612, {.2400, .1933, .5667}, {1.7600, 5.4267, 2.4202}},
                             Step{.1, -2.6774, 2.3112, {.5427, .0476, .4097}, {1.4573, 3.9245, 2.8571}}}) {
      const graph::Graph g = slopes({{"rate", step.rate}});
      CHECK(std::abs(cell(g, "loss", {}) - step.rate * cell(g, "slope_square_sum", {}) - step.promised) < 2e-4);
      CHECK(std::abs(cell(g, "loss_new", {}) - step.got) < 1e-4);
      CHECK(lessons::near(row(g, "weights_new", 0), step.weights, 1e-4));
      CHECK(lessons::near(row(g, "output_new", 0), step.output, 2e-4));
      const auto place = static_cast<std::size_t>(std::lround(step.rate / 0.005));
      CHECK(std::abs(cell(g, "rates_loss", {place}) - step.got) < 1e-4);
      CHECK(std::abs(cell(g, "promised", {place}) - step.promised) < 2e-4);
    }
    CHECK(std::abs(cell(slopes(), "slope_square_sum", {}) - 38.9965) < 2e-4);
  }
}
