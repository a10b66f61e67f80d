// Lesson basic-self-attention (tutorial S1, first half): the answers of its questions and the golden batch.
#include <algorithm>
#include <cmath>

#include "lesson/support.hpp"
#include "support/golden.hpp"

using lessons::cell;
using lessons::row;

namespace basic_self_attention {
namespace {

graph::Graph with(std::map<std::string, lesson::ParameterValue, std::less<>> parameters = {}) {
  static const lesson::Lesson opened = lessons::open("basic-self-attention");
  return lessons::run(opened, {std::move(parameters), {}, "en"});
}

}  // namespace

TEST_SUITE("basic-self-attention") {
  TEST_CASE("words: six words, five different vectors, equal words alike") {
    const graph::Graph g = with();
    CHECK(g.node(lessons::node(g, "table")).shape[0] == 5);
    CHECK(row(g, "x", 0) == row(g, "x", 4));
    CHECK(g.node(lessons::node(g, "table")).ours);
  }

  TEST_CASE("raw-weights: cat·walks is 4, the·cat is −3") {
    CHECK(cell(with(), "raw_weights", {1, 2}) == 4);
    CHECK(cell(with(), "raw_weights", {0, 1}) == -3);
  }

  TEST_CASE("raw-weights, additive: u · tanh(W₁ x_i + W₂ x_j), worked by hand for cat and walks") {
    const graph::Graph g = with({{"score", std::string("additive")}});
    // cat = (2, 1, 0), walks = (1, 2, 0), u = (2, 1); W₁ cat = (.5, .25), W₂ walks = (.5, 1) and the other way round.
    CHECK(std::abs(cell(g, "raw_weights", {1, 2}) - (2 * std::tanh(1.0) + std::tanh(1.25))) < 1e-6);
    CHECK(std::abs(cell(g, "raw_weights", {2, 1}) - (2 * std::tanh(1.25) + std::tanh(1.0))) < 1e-6);
    CHECK(g.node(lessons::node(g, "raw_weights")).ours);
    CHECK(cell(g, "score_parameters", {}) == 2 * 3 + 2 * 3 + 2);
    // What the texts say about dot products holds here too: cat and walks are largest in row cat, the is smallest.
    const auto cat = row(g, "weights", 1);
    CHECK(lessons::label(g, "weights", 1, lessons::largest(cat)) == "cat");
    CHECK(lessons::label(g, "weights", 1, lessons::second(cat)) == "walks");
    CHECK(cell(g, "raw_weights", {1, 0}) < 0);
    CHECK(cell(g, "raw_dot", {1, 2}) == 4);  // the value that the questions ask about is unchanged
  }

  TEST_CASE("a-set, additive: it is a set for this score, too, in a batch and in another order") {
    for (const char* embedding : {"hand_set", "random"}) {
      const graph::Graph g = with({{"score", std::string("additive")}, {"embedding", std::string(embedding)}});
      CHECK(cell(g, "largest_difference", {}) < 1e-6);
      const auto batch = lessons::all_cells(g, "raw_batch"), one = lessons::all_cells(g, "raw_weights");
      CHECK(std::equal(one.begin(), one.end(), batch.begin()));
    }
  }

  TEST_CASE("temperature 2: e^(S/2) over the sum of its row is the weight; at 1 nothing is divided") {
    const graph::Graph g = with({{"temperature", 2.0}});
    CHECK(std::abs(cell(g, "exp_weights", {1, 2}) - std::exp(4 / 2.0)) < 1e-5);
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j)
        CHECK(std::abs(cell(g, "exp_weights", {i, j}) / cell(g, "exp_sums", {i, 0}) - cell(g, "weights", {i, j})) <
              1e-6);
    CHECK(cell(g, "largest_difference", {}) < 1e-6);
    CHECK(graph::plain(g.node(lessons::node(g, "exp_weights")).symbol).contains("/T"));
    CHECK_FALSE(graph::plain(with().node(lessons::node(with(), "exp_weights")).symbol).contains("T"));
  }

  TEST_CASE("softmax: the weight of cat on walks is .2581, that of walks on cat .2640") {
    CHECK(std::abs(cell(with(), "weights", {1, 2}) - .2581) < 5e-5);
    CHECK(std::abs(cell(with(), "weights", {2, 1}) - .2640) < 5e-5);
  }

  TEST_CASE("softmax: the scores are symmetric, the weights are not") {
    const graph::Graph g = with();
    bool symmetric = true;
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        CHECK(cell(g, "raw_weights", {i, j}) == cell(g, "raw_weights", {j, i}));
        symmetric = symmetric && cell(g, "weights", {i, j}) == cell(g, "weights", {j, i});
      }
    CHECK_FALSE(symmetric);
  }

  TEST_CASE("average: walks comes second in z_cat, which is (1.696, 1.218, .075)") {
    CHECK_NEAR(row(with(), "y", 1), ({1.696, 1.218, .075}), 5e-4);
    CHECK(row(with(), "y_cat", 0) == row(with(), "y", 1));
    const auto weights = row(with(), "weights", 1);
    CHECK(lessons::label(with(), "weights", 1, lessons::largest(weights)) == "cat");
    CHECK(lessons::label(with(), "weights", 1, lessons::second(weights)) == "walks");
  }

  TEST_CASE("one-line: the scores of a batch (2, 6, 3) are (2, 6, 6)") {
    const graph::Graph g = with();
    CHECK(g.node(lessons::node(g, "x_batch")).shape == graph::Shape{2, 6, 3});
    CHECK(g.node(lessons::node(g, "raw_batch")).shape == graph::Shape{2, 6, 6});
  }

  TEST_CASE("no-parameters: the random embedding gives walks .036 and on .345") {
    const graph::Graph g = with({{"embedding", std::string("random")}});
    CHECK(std::abs(cell(g, "weights", {1, 2}) - .036) < 5e-4);
    CHECK(std::abs(cell(g, "weights", {1, 3}) - .345) < 5e-4);
    const auto hand_set = row(with(), "weights", 1), random = row(g, "weights", 1);
    CHECK(hand_set[2] > hand_set[3]);  // as the tutorial explains it: walks before on
    CHECK(random[3] / random[2] > 9);  // and the opposite, by a factor of about ten
    CHECK(g.untrained(lessons::node(g, "y")).has_value());
  }

  TEST_CASE("the random embedding is the golden one, seed 100, and so are weights and outputs") {
    const golden::File s1("S1");
    const graph::Graph g = with({{"embedding", std::string("random")}});
    const auto first = [](std::vector<double> both) {
      return std::vector<double>(both.begin(), both.begin() + static_cast<std::ptrdiff_t>(both.size() / 2));
    };
    CHECK_NEAR(lessons::all_cells(g, "x"), (first(s1.numbers("/basic/x"))), 1e-6);
    CHECK_NEAR(lessons::all_cells(g, "weights"), (first(s1.numbers("/basic/weights"))), 1e-6);
    CHECK_NEAR(lessons::all_cells(g, "y"), (first(s1.numbers("/basic/y"))), 2e-6);
  }

  TEST_CASE("a-set: with cat and street exchanged, z_cat is unchanged, at place 6") {
    const graph::Graph g = with();
    CHECK_NEAR(row(g, "y_permuted", 5), ({1.696, 1.218, .075}), 5e-4);
    CHECK(cell(g, "largest_difference", {}) < 1e-6);
    CHECK_NEAR(row(g, "y", 0), ({-.878, -.900, .107}), 5e-4);
    CHECK_NEAR(row(g, "y", 4), ({-.878, -.900, .107}), 5e-4);
  }

  TEST_CASE("positions: a score is the cosine of the distance from the place before, in every pair of features") {
    for (const char* embedding : {"hand_set", "random"}) {
      CAPTURE(embedding);
      const graph::Graph g = with({{"embedding", std::string(embedding)}});
      const bool pairs = g.node(lessons::node(g, "position_vectors")).shape[1] == 4;
      for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j) {
          const double distance = static_cast<double>(i) - 1 - static_cast<double>(j);
          // Of three features the last is a sine alone, and R leaves it as it is.
          const double slow = std::pow(10000.0, -2.0 / 3);
          const double rest = pairs ? std::cos(distance / 100)
                                    : std::sin(static_cast<double>(i) * slow) * std::sin(static_cast<double>(j) * slow);
          CHECK(cell(g, "place_scores", {i, j}) == doctest::Approx(std::cos(distance) + rest).epsilon(1e-5));
        }
      for (std::size_t i = 1; i < 6; ++i) {
        const std::vector<double> looks = row(g, "place_weights", i);
        CHECK(std::ranges::max_element(looks) - looks.begin() == static_cast<std::ptrdiff_t>(i - 1));
      }
    }
    CHECK(std::abs(std::cos(6.0) - 0.96) < 5e-3);
    CHECK(std::abs(cell(with(), "place_scores", {0, 5}) - 0.96) < 5e-3);
  }

  TEST_CASE("order: with a causal mask z₁ is x₁, and the second the differs") {
    const graph::Graph g = with({{"mask", true}});
    CHECK_NEAR(row(g, "y", 0), ({-1, -1, 0}), 1e-6);
    CHECK_NEAR(row(g, "y", 4), ({-.921, -.921, .063}), 5e-4);
    CHECK(cell(g, "largest_difference", {}) > .1);
    CHECK(row(g, "y", 0) != row(g, "y", 4));
    CHECK(row(with(), "y", 0) == row(with(), "y", 4));  // without a mask both are equal
  }

  TEST_CASE("order: with positions the symmetry breaks, too") {
    const graph::Graph g = with({{"positions", true}});
    CHECK(cell(g, "largest_difference", {}) > .1);
    CHECK(row(g, "y", 0) != row(g, "y", 4));
  }

  TEST_CASE("order: f(PX) and P f(X) stand side by side, their rows named by the words in their new order") {
    const lesson::Lesson opened = lessons::open("basic-self-attention");
    const auto step = std::ranges::find(opened.steps, "order", &lesson::Step::id);
    REQUIRE(step != opened.steps.end());
    CHECK(step->stage.front().tensors == std::vector<std::string>{"y_permuted", "permuted_y"});
    step->formula.each([](const lesson::Formula& formula) { CHECK(formula.tex.contains("P f(")); });
    const graph::Graph g = with();
    for (const char* name : {"y_permuted", "permuted_y"})
      CHECK(g.node(lessons::node(g, name)).axes.at(0).labels ==
            std::vector<std::string>{"the", "street", "walks", "on", "the", "cat"});
  }
}

}  // namespace basic_self_attention
