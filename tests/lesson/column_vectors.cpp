// Lesson column-vectors (tutorial S3): all printed integers, the golden weights, and the answers of the questions.
#include <algorithm>
#include <cmath>

#include "graph/core/messages.hpp"
#include "lesson/support.hpp"
#include "support/golden.hpp"

using lessons::all_cells;
using lessons::cell;
using lessons::row;

namespace column_vectors {
namespace {

graph::Graph with(std::map<std::string, lesson::ParameterValue, std::less<>> parameters = {}) {
  static const lesson::Lesson opened = lessons::open("column-vectors");
  return lessons::run(opened, {std::move(parameters), {}, "en"});
}

std::vector<double> column(const graph::Graph& g, const char* name, std::size_t which) {
  std::vector<double> values;
  for (std::size_t i = 0; i < g.node(lessons::node(g, name)).shape[0]; ++i) values.push_back(cell(g, name, {i, which}));
  return values;
}

}  // namespace

TEST_SUITE("column-vectors") {
  TEST_CASE(
      "an additive score is explained by what it is computed from, not by the transpose that shows it in columns") {
    const graph::Graph g = with();
    const graph::Explanation told = g.explain(lessons::node(g, "additive"), {0, 1}, 4);
    CHECK(graph::spoken(told).starts_with("α_additive[1, 2] = "));
    CHECK(told.terms.size() == 2);  // u₁ tanh(…) + u₂ tanh(…)
    CHECK(graph::combined(told) == doctest::Approx(cell(g, "additive", {0, 1})));
  }

  TEST_CASE("S3.3 to S3.9: every intermediate is the golden one") {
    const golden::File s3("S3");
    const graph::Graph g = with();
    for (const char* name :
         {"K", "Q", "V", "A", "A_prime", "B", "alpha_1", "alpha_1_prime", "b_1", "A_prime_scaled", "B_scaled"}) {
      CAPTURE(std::string(name));
      CHECK(lessons::near(all_cells(g, name), s3.numbers(std::string("/float32/") + name), 1e-6));
    }
    CHECK_NEAR(all_cells(g, "q_1"), (s3.numbers("/printed/q_1")), 0);
    CHECK_NEAR(all_cells(g, "K"), (s3.numbers("/printed/K")), 0);
    CHECK_NEAR(all_cells(g, "alpha_1"), (s3.numbers("/printed/alpha_1")), 0);
  }

  TEST_CASE("four-columns, q1 and keys: 3 × 4, (3, 3, 2), (4, 5, 5)") {
    const graph::Graph g = with();
    CHECK(g.node(lessons::node(g, "a")).shape == graph::Shape{3, 4});
    CHECK_NEAR(all_cells(g, "q_1"), ({3, 3, 2}), 0);
    CHECK_NEAR(column(g, "K", 3), ({4, 5, 5}), 0);
  }

  TEST_CASE("two-ways: the additive score is u · tanh(W₁ q + W₂ k), our numbers") {
    const graph::Graph g = with();
    // q₁ = (3, 3, 2): W₁ q₁ = (−.5, −.75). k₃ = (4, 5, 7): W₂ k₃ = (1.75, 2.75). Column 1 belongs to query 1.
    CHECK(cell(g, "additive", {2, 0}) == doctest::Approx(2 * std::tanh(1.25) + std::tanh(2.0)));
    for (std::size_t query = 0; query < 4; ++query) {  // not saturated: the scores of a query are far apart
      const auto [least, most] = std::ranges::minmax(column(g, "additive", query));
      CHECK(most - least > 2);
    }
    CHECK(g.node(lessons::node(g, "additive")).ours);
  }

  TEST_CASE("two-ways: the additive way needs further parameters, the dot product none") {
    const graph::Graph g = with();
    const auto parameters = [&](const char* name) {  // sources that the scores are made of beside queries and keys
      std::size_t count = 0;
      for (const graph::NodeId input : g.node(lessons::node(g, name)).inputs)
        if (g.node(input).operation == nullptr) count += lessons::all_cells(g, g.node(input).name).size();
      return count;
    };
    CHECK(parameters("A") == 0);
    CHECK(parameters("additive_rows") > 0);
  }

  TEST_CASE("scores: k₁ is best aligned (.985) with the lowest score 16; k₃ is 9.49 long, k₁ 3.46") {
    const graph::Graph g = with();
    CHECK_NEAR(row(g, "cosines", 0), ({.985, .836, .921, .971}), 5e-4);
    CHECK_NEAR(all_cells(g, "alpha_1"), ({16, 20, 41, 37}), 0);
    const std::size_t aligned = lessons::largest(row(g, "cosines", 0));
    CHECK(lessons::label(g, "cosines", 1, aligned) == "a₁");
    CHECK(lessons::smallest(all_cells(g, "alpha_1")) == aligned);
    const std::size_t winner = lessons::largest(all_cells(g, "alpha_1"));
    CHECK(lessons::label(g, "K", 1, winner) == "a₃");
    CHECK(lessons::largest(all_cells(g, "lengths")) == winner);
    CHECK(std::abs(cell(g, "lengths", {2}) - 9.49) < 5e-3);
    CHECK(std::abs(cell(g, "lengths", {0}) - 3.46) < 5e-3);
  }

  TEST_CASE("softmax: α′₁,₃ : α′₁,₄ is e⁴ = 54.6, .9820 and .0180") {
    const graph::Graph g = with();
    CHECK_NEAR(column(g, "alpha_1_prime", 0), ({0, 0, .9820, .0180}), 5e-5);
    CHECK(cell(g, "alpha_1_prime", {2, 0}) / cell(g, "alpha_1_prime", {3, 0}) == doctest::Approx(std::exp(4.0)));
  }

  TEST_CASE("b1: nearest to v₃ = (5, 1), b₁ = (5.018, 1.000)") {
    CHECK_NEAR(column(with(), "V", 2), ({5, 1}), 0);
    CHECK_NEAR(column(with(), "b_1", 0), ({5.018, 1.000}), 5e-4);
    const graph::Graph g = with();
    std::vector<double> distances;
    for (std::size_t j = 0; j < 4; ++j)
      distances.push_back(
          std::hypot(cell(g, "V", {0, j}) - cell(g, "b_1", {0, 0}), cell(g, "V", {1, j}) - cell(g, "b_1", {1, 0})));
    CHECK(lessons::label(g, "V", 1, lessons::smallest(distances)) == "a₃");
  }

  TEST_CASE("all-at-once: α₂,₃ = 71 stands in row 3, column 2; columns of A′ add to 1") {
    const graph::Graph g = with();
    CHECK(cell(g, "A", {2, 1}) == 71);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto weights = column(g, "A_prime", i);
      CHECK(weights[0] + weights[1] + weights[2] + weights[3] == doctest::Approx(1));
      CHECK(weights[2] >= .982);
      const auto across = row(g, "A_prime", i);
      CHECK(std::abs(across[0] + across[1] + across[2] + across[3] - 1) > .5);  // the rows do not
    }
  }

  TEST_CASE("all-at-once: divided by √3 the weights on a₃ are .910, .990, .9997, .997") {
    CHECK_NEAR(row(with({{"scaled", true}}), "A_prime", 2), ({.910, .990, .9997, .997}), 5e-4);
  }

  TEST_CASE("in-rows: entry [2,3] of Q Kᵀ is 71, and both conventions agree") {
    CHECK(cell(with(), "A_rows", {1, 2}) == 71);
    CHECK(cell(with(), "rows_difference", {}) < 1e-6);
    CHECK(cell(with({{"scaled", true}}), "rows_difference", {}) < 1e-6);
  }

  TEST_CASE("no-position: swapping a₂ and a₃ leaves b₁; with e added 37 becomes 52 and a₄ gets .9975") {
    const graph::Graph g = with();
    CHECK_NEAR(column(g, "B_moved", 0), (column(g, "B", 0)), 1e-6);
    CHECK_NEAR(column(g, "B_moved", 1), (column(g, "B", 2)), 1e-6);
    CHECK(cell(g, "A_moved", {3, 0}) == 37);
    CHECK(cell(g, "A_placed", {3, 0}) == 52);  // + (3, 3, 2) · (1, 2, 3)
    CHECK(std::abs(cell(g, "A_placed_prime", {3, 0}) - .9975) < 5e-5);
  }

  TEST_CASE("no-position: with four different position vectors another order gives other outputs") {
    const auto in_order = [](std::vector<double> order) {
      return all_cells(with({{"order", std::move(order)}}), "B_placed");
    };
    const auto swapped = in_order({0, 2, 1, 3});
    CHECK_NEAR(swapped, ({6.995, 7, 7, 7, 2, 2, 2, 2}), 5e-3);
    CHECK_NEAR(in_order({0, 1, 2, 3}), ({6.731, 6.269, 6.119, 6.731, 1.731, 1.269, 1.119, 1.731}), 5e-4);
  }

  TEST_CASE("receptive-field: window 1 at a₁ gives (.0180, .9820, 0, 0), b₁ = (1.036, 1.964)") {
    const graph::Graph g = with();
    CHECK_NEAR(column(g, "A_window_prime", 0), ({.0180, .9820, 0, 0}), 5e-5);
    CHECK_NEAR(column(g, "B_window", 0), ({1.036, 1.964}), 5e-4);
    CHECK_NEAR(all_cells(with({{"window", 3.}}), "B_window"), (all_cells(g, "B")), 1e-6);
    CHECK_NEAR(all_cells(with({{"window", 0.}}), "B_window"), (all_cells(g, "V")), 1e-6);
  }

  TEST_CASE("receptive-field: three heads that look left, here and right are the convolution") {
    const graph::Graph g = with();
    CHECK(cell(g, "convolution_difference", {}) < 1e-6);
    // Token 2 by hand: kernel slices left (1 0 0; 0 1 0 …) on a₁, a₂, a₃.
    CHECK(cell(g, "convolved", {1, 0}) == 1 * 1 + 2 + 1);
  }
}

}  // namespace column_vectors
