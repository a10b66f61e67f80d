// Lesson worked-example: every number of tutorial S0 and every answer of its questions.
#include <cmath>

#include "lesson/support.hpp"
#include "support/golden.hpp"

using lessons::cell;
using lessons::row;

namespace worked_example {
namespace {

const lesson::Lesson& worked_example() {
  static const lesson::Lesson opened = lessons::open("worked-example");
  return opened;
}

graph::Graph with(std::map<std::string, lesson::ParameterValue, std::less<>> parameters,
                  std::vector<lesson::Edit> edits = {}) {
  return lessons::run(worked_example(), {std::move(parameters), std::move(edits), "en"});
}

using Word = std::string;

}  // namespace

TEST_SUITE("worked-example") {
  TEST_CASE("it has the ten steps of the plan") {
    std::vector<std::string> ids;
    for (const lesson::Step& step : worked_example().steps) ids.push_back(step.id);
    CHECK(ids == std::vector<std::string>{"inputs", "projections", "one-key", "keys-values-queries", "scores-1",
                                          "scores", "softmax", "output", "geometry", "what-if"});
  }

  TEST_CASE("temperature 2: scores 2, 4, 4 become e, e², e² and weights by their sum; hand-set rows stay") {
    const double e = std::exp(1.0), sum = e + 2 * e * e;
    const graph::Graph g = with({{"temperature", 2.0}});
    CHECK_NEAR(row(g, "exp_scores", 0), ({e, e * e, e * e}), 1e-5);
    CHECK(std::abs(cell(g, "exp_sums", {0, 0}) - sum) < 1e-5);
    CHECK_NEAR(row(g, "attn_scores_softmax", 0), ({e / sum, e * e / sum, e * e / sum}), 1e-6);
    const graph::Graph hand_set = with({{"temperature", 2.0}, {"softmax", Word("hand_set")}});
    CHECK_NEAR(row(hand_set, "attn_scores_softmax", 0), ({0, .5, .5}), 1e-7);
  }

  TEST_CASE("S0.2 to S0.16: every intermediate is the golden one within 1e-6") {
    const golden::File s0("S0");
    const graph::Graph exact = with({});
    const std::pair<const char*, const char*> names[] = {{"x", "/inputs/x"},
                                                         {"w_key", "/inputs/w_key"},
                                                         {"w_query", "/inputs/w_query"},
                                                         {"w_value", "/inputs/w_value"},
                                                         {"keys", "/float32/keys"},
                                                         {"querys", "/float32/querys"},
                                                         {"values", "/float32/values"},
                                                         {"attn_scores", "/float32/attn_scores"},
                                                         {"attn_scores_softmax", "/float32/attn_scores_softmax"},
                                                         {"weighted_values", "/float32/weighted_values_exact_jid"},
                                                         {"outputs", "/float32/outputs_exact"}};
    for (const auto& [tensor, path] : names) {
      CAPTURE(tensor);
      const auto got = lessons::all_cells(exact, tensor);
      CHECK_MESSAGE(lessons::near(got, s0.numbers(path), 1e-6), lessons::show(got));
    }
  }

  TEST_CASE("S0.17: with the tutorial's hand-set rows, its printed outputs come out") {
    const golden::File s0("S0");
    const graph::Graph hand = with({{"softmax", Word("hand_set")}});
    CHECK(lessons::near(lessons::all_cells(hand, "attn_scores_softmax"), s0.numbers("/float32/softmax_rounded_by_hand"),
                        1e-7));
    CHECK(lessons::near(lessons::all_cells(hand, "weighted_values"), s0.numbers("/float32/weighted_values_rounded_jid"),
                        1e-6));
    CHECK(lessons::near(lessons::all_cells(hand, "outputs"), s0.numbers("/printed/outputs"), 1e-6));
    CHECK_NEAR(row(hand, "outputs", 0), ({2, 7, 1.5}), 1e-6);
    CHECK_NEAR(row(with({}), "outputs", 0), ({1.9366, 6.6831, 1.5951}), 5e-5);
  }

  TEST_CASE("S0.10: scaled by √3, weights and outputs are the golden ones") {
    const golden::File s0("S0");
    const graph::Graph scaled = with({{"score", Word("scaled")}});
    CHECK(
        lessons::near(lessons::all_cells(scaled, "attn_scores_softmax"), s0.numbers("/float32/scaled_softmax"), 1e-6));
    CHECK(lessons::near(lessons::all_cells(scaled, "outputs"), s0.numbers("/float32/outputs_scaled"), 1e-6));
  }

  TEST_CASE("S0.10: the additive score is u · tanh(W₁ q + W₂ k) with our numbers") {
    const graph::Graph additive = with({{"score", Word("additive")}});
    // q₁ = (1, 0, 2), k₂ = (4, 4, 0): W₁ q₁ = (1, 0), W₂ k₂ = (1, 1).
    CHECK(cell(additive, "attn_scores_additive", {0, 1}) == doctest::Approx(2 * std::tanh(2.0) + std::tanh(1.0)));
    CHECK(additive.node(lessons::node(additive, "w_query_additive")).ours);
    const auto weights = row(additive, "attn_scores_softmax", 0);
    CHECK(weights[0] + weights[1] + weights[2] == doctest::Approx(1));
  }

  TEST_CASE("with W_q[1,1] set to 2 the scores are no longer symmetric") {
    const graph::Graph edited = with({}, {{"w_query", {0, 0}, 2}});
    CHECK_NEAR(lessons::all_cells(edited, "attn_scores"), ({2, 8, 6, 4, 16, 12, 4, 16, 12}), 0);
  }

  // ---- the answers of the lesson plan, step by step -------------------------------------------------------------------
  TEST_CASE("inputs: W must be 4 × 3") {
    const graph::Graph exact = with({});
    CHECK(exact.node(lessons::node(exact, "w_key")).shape == graph::Shape{4, 3});
    CHECK(exact.node(lessons::node(exact, "x")).axes.at(0).labels ==
          std::vector<std::string>{"Input 1", "Input 2", "Input 3"});
  }

  TEST_CASE("projections: 36 parameters") {
    const graph::Graph exact = with({});
    std::size_t count = 0;
    for (const char* name : {"w_key", "w_query", "w_value"}) count += lessons::all_cells(exact, name).size();
    CHECK(count == 36);
  }

  TEST_CASE("one-key: the key of input 1 is (0, 1, 1), that of input 2 (4, 4, 0), of input 3 (2, 3, 1)") {
    const graph::Graph exact = with({});
    CHECK_NEAR(row(exact, "key_1", 0), ({0, 1, 1}), 0);
    CHECK_NEAR(row(exact, "keys", 1), ({4, 4, 0}), 0);
    CHECK_NEAR(row(exact, "keys", 2), ({2, 3, 1}), 0);
  }

  TEST_CASE("keys-values-queries: half of input 2 has half the key") {
    const graph::Graph half = with({}, {{"x", {1, 1}, 1}, {"x", {1, 3}, 1}});
    CHECK_NEAR(row(half, "keys", 1), ({2, 2, 0}), 0);
  }

  TEST_CASE("scores-1: key 1 is best aligned with query 1 and has the lowest score") {
    const graph::Graph exact = with({});
    CHECK_NEAR(row(exact, "cosines", 0), ({.632, .316, .478}), 5e-4);
    CHECK_NEAR(row(exact, "attn_scores_1", 0), ({2, 4, 4}), 0);
    const std::size_t aligned = lessons::largest(row(exact, "cosines", 0));
    CHECK(lessons::label(exact, "cosines", 1, aligned) == "Input 1");
    CHECK(lessons::smallest(row(exact, "attn_scores_1", 0)) == aligned);
  }

  TEST_CASE("scores: the matrix equals its own transpose, by accident of the numbers: one other number, and not") {
    CHECK_NEAR(lessons::all_cells(with({}), "attn_scores"), ({2, 4, 4, 4, 16, 12, 4, 12, 10}), 0);
    const auto symmetric = [](const graph::Graph& g) {
      bool same = true;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          same = same && cell(g, "attn_scores", {i, j}) == cell(g, "attn_scores", {j, i});
      return same;
    };
    CHECK(symmetric(with({})));
    CHECK_FALSE(symmetric(with({}, {{"w_query", {0, 0}, 2}})));
  }

  TEST_CASE("softmax: half the score is not half the weight") {
    const auto weights = row(with({}), "attn_scores_softmax", 0);
    CHECK_NEAR(weights, ({.0634, .4683, .4683}), 5e-5);
    CHECK(weights[0] / weights[1] == doctest::Approx(std::exp(-2.0)));
  }

  TEST_CASE("softmax: rounding to one decimal gives a row that sums to 1.1, and the outputs 2.1, 7.2, 1.8") {
    const std::vector<double> rounded = {.1, .5, .5};
    const graph::Graph exact = with({});
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(std::round(cell(exact, "attn_scores_softmax", {0, i}) * 10) / 10 == doctest::Approx(rounded[i]));
    std::vector<double> output;
    for (std::size_t d = 0; d < 3; ++d)
      output.push_back(.1 * cell(exact, "values", {0, d}) + .5 * cell(exact, "values", {1, d}) +
                       .5 * cell(exact, "values", {2, d}));
    CHECK_NEAR(output, ({2.1, 7.2, 1.8}), 1e-12);
  }

  TEST_CASE("output: the first entry of Output 1 is 1.9366, and 2.0 with the hand-set row") {
    CHECK(std::abs(cell(with({}), "outputs", {0, 0}) - 1.9366) < 5e-5);
    CHECK(cell(with({{"softmax", Word("hand_set")}}), "outputs", {0, 0}) == doctest::Approx(2.0));
  }

  TEST_CASE("what-if: scaling makes each row flatter: its largest weight shrinks") {
    const graph::Graph exact = with({}), scaled = with({{"score", Word("scaled")}});
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(std::ranges::max(row(scaled, "attn_scores_softmax", i)) <
            std::ranges::max(row(exact, "attn_scores_softmax", i)));
  }

  TEST_CASE("what-if: scaling makes row 2 flatter, .9820 becomes .9088") {
    CHECK(std::abs(cell(with({}), "attn_scores_softmax", {1, 1}) - .9820) < 5e-5);
    CHECK_NEAR(row(with({{"score", Word("scaled")}}), "attn_scores_softmax", 1), ({.0009, .9088, .0903}), 5e-5);
  }

  TEST_CASE("S0.15: the number of entries of a value is free, from 1 to 4, and sets that of the output only") {
    for (double length : {1., 2., 3., 4.}) {
      const graph::Graph resized = with({{"d_v", length}});
      CHECK(resized.node(lessons::node(resized, "outputs")).shape == graph::Shape{3, static_cast<std::size_t>(length)});
      CHECK(std::abs(cell(resized, "outputs", {0, 0}) - 1.9366) < 5e-5);
    }
  }

  TEST_CASE("S0.4: random matrices are reproducible from the seed, and labelled as random") {
    for (const char* way : {"gaussian", "xavier", "kaiming"}) {
      CAPTURE(way);
      const graph::Graph first = with({{"initialisation", Word(way)}, {"seed", 7.}});
      const graph::Graph again = with({{"initialisation", Word(way)}, {"seed", 7.}});
      const graph::Graph other = with({{"initialisation", Word(way)}, {"seed", 8.}});
      CHECK(lessons::all_cells(first, "outputs") == lessons::all_cells(again, "outputs"));
      CHECK(lessons::all_cells(first, "w_key") != lessons::all_cells(other, "w_key"));
      CHECK(lessons::all_cells(first, "w_key") != lessons::all_cells(first, "w_query"));
      const auto origin = first.untrained(lessons::node(first, "outputs"));
      REQUIRE(origin.has_value());
      CHECK(origin->seed == 7);
      CHECK_FALSE(first.untrained(lessons::node(first, "x")).has_value());
    }
  }

  TEST_CASE("S0.4: Xavier and Kaiming stay within their bounds for 4 numbers in and 3 out") {
    const double xavier = std::sqrt(6.0 / 7.0), kaiming = std::sqrt(6.0 / 4.0);
    for (double seed = 0; seed < 20; ++seed) {
      for (double w : lessons::all_cells(with({{"initialisation", Word("xavier")}, {"seed", seed}}), "w_key"))
        CHECK(std::abs(w) <= xavier);
      for (double w : lessons::all_cells(with({{"initialisation", Word("kaiming")}, {"seed", seed}}), "w_key"))
        CHECK(std::abs(w) <= kaiming);
    }
  }
}

}  // namespace worked_example
