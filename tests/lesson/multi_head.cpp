// Lesson multi-head (tutorial S1, second half): the golden narrow heads and the answers of the questions.
#include <cmath>

#include "lesson/support.hpp"
#include "support/golden.hpp"

using lessons::all_cells;
using lessons::cell;

namespace multi_head {
namespace {

graph::Graph with(std::map<std::string, lesson::ParameterValue, std::less<>> parameters = {},
                  std::vector<lesson::Edit> edits = {}) {
  static const lesson::Lesson opened = lessons::open("multi-head");
  return lessons::run(opened, {std::move(parameters), std::move(edits), "en"});
}

using Word = std::string;

}  // namespace

TEST_SUITE("multi-head") {
  TEST_CASE("S1.17, S1.18: parameters and input of seed 101 are the golden ones") {
    const golden::File s1("S1");
    const graph::Graph g = with();
    const std::pair<const char*, const char*> names[] = {
        {"tokeys", "tokeys"},           {"toqueries", "toqueries"},        {"tovalues", "tovalues"},
        {"unifyheads", "unify_weight"}, {"unifyheads_bias", "unify_bias"}, {"x", "x"}};
    for (const auto& [name, path] : names) {
      CAPTURE(std::string(name));
      CHECK(lessons::near(all_cells(g, name), s1.numbers(Word("/narrow_params/") + path), 3e-7));
    }
  }

  TEST_CASE("S1.18 to S1.21: every step of the fold is the golden one, for both scales, with and without mask") {
    const golden::File s1("S1");
    const std::pair<const char*, const char*> names[] = {{"queries", "queries"},
                                                         {"keys", "keys"},
                                                         {"values", "values"},
                                                         {"queries_folded", "queries_folded"},
                                                         {"keys_folded", "keys_folded"},
                                                         {"values_folded", "values_folded"},
                                                         {"dot", "dot"},
                                                         {"dot_masked", "dot_scaled_masked"},
                                                         {"weights", "weights"},
                                                         {"out_heads", "head_out_bhts"},
                                                         {"joined", "concat"},
                                                         {"y", "y"}};
    for (const char* scale : {"sqrt_k", "sqrt_s"}) {
      for (bool mask : {false, true}) {
        const graph::Graph g = with({{"scale", Word(scale)}, {"mask", mask}});
        const std::string kind = Word("/narrow/scale_") + (Word(scale) == "sqrt_k" ? "sqrt_k" : "sqrt_k_over_h") +
                                 "_mask_" + (mask ? "1/" : "0/");
        for (const auto& [name, path] : names) {
          CAPTURE(kind + name);
          const auto got = all_cells(g, name);
          const auto wanted = s1.numbers(kind + path);
          REQUIRE(got.size() == wanted.size());
          for (std::size_t i = 0; i < got.size(); ++i)
            CHECK((got[i] == wanted[i] || std::abs(got[i] - wanted[i]) <= 1e-6));
        }
      }
    }
  }

  TEST_CASE("three-roles: scores of different maps are not symmetric") {
    CHECK(std::abs(cell(with(), "raw_single", {0, 0, 1}) - cell(with(), "raw_single", {0, 1, 0})) > .01);
  }

  TEST_CASE("three-roles: another number in row 1 of W_q changes column 1 of Q alone, and no key or value") {
    const graph::Graph before = with(), after = with({}, {{"toqueries", {0, 3}, 2.0f}});
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t t = 0; t < 5; ++t)
        for (std::size_t f = 0; f < 8; ++f)
          CHECK((cell(before, "queries", {b, t, f}) == cell(after, "queries", {b, t, f})) == (f != 0));
    CHECK(all_cells(before, "keys") == all_cells(after, "keys"));
    CHECK(all_cells(before, "values") == all_cells(after, "values"));
  }

  TEST_CASE("why-scale: the spread of q·k grows as √k, 8 for k = 64") {
    for (const double k : {4., 16., 64., 256.})
      CHECK(std::abs(cell(with({{"k", k}}), "spread", {}) / std::sqrt(k) - 1) < .12);
  }

  TEST_CASE("why-scale: bars of q·k spread with k, those divided by √k stay; few pairs lie outside") {
    const auto within_two = [](const graph::Graph& g, const char* name) {
      double inside = 0;  // of 60 bins from -30 to 30, one wide
      for (std::size_t bin = 28; bin < 32; ++bin) inside += cell(g, name, {bin});
      return inside;
    };
    const graph::Graph small = with({{"k", 4.}}), large = with({{"k", 256.}});
    CHECK(within_two(small, "histogram") > 2 * within_two(large, "histogram"));
    CHECK(std::abs(within_two(small, "histogram_scaled") - 400 * .9545) < 30);  // a normal's share within two spreads
    CHECK(std::abs(within_two(large, "histogram_scaled") - 400 * .9545) < 30);
  }

  TEST_CASE("why-scale: at one spread the softmax saturates as k grows and its gradient vanishes, not when scaled") {
    for (const double k : {4., 64., 256.}) {
      const graph::Graph g = with({{"k", k}});
      const double s = cell(g, "spread", {}), w = 1 / (1 + std::exp(-s)), v = 1 / (1 + std::exp(-s / std::sqrt(k)));
      CHECK(std::abs(cell(g, "typical_weights", {0}) - w) < 1e-6);
      CHECK(std::abs(cell(g, "typical_gradient", {}) - w * (1 - w)) < 1e-6);
      CHECK(std::abs(cell(g, "typical_gradient_scaled", {}) - v * (1 - v) / std::sqrt(k)) < 1e-6);
    }
  }

  TEST_CASE("why-scale: (8, 0) gives (.9997, .0003), after ÷8 (.731, .269); gradients .00034 and .0246") {
    const graph::Graph g = with();
    CHECK_NEAR(all_cells(g, "two_weights"), ({.9997, .0003}), 5e-5);
    CHECK_NEAR(all_cells(g, "two_scaled_weights"), ({.731, .269}), 5e-4);
    CHECK(std::abs(cell(g, "gradient", {}) - .00034) < 5e-6);
    CHECK(std::abs(cell(g, "gradient_scaled", {}) - .0246) < 5e-5);
  }

  TEST_CASE("one-head: fox gets .470 in one head, .872 in its own") {
    const graph::Graph g = with();
    CHECK(std::abs(cell(g, "one_head_weights", {0, 3}) - .470) < 5e-4);
    CHECK(std::abs(cell(g, "one_head_weights", {0, 8}) - .470) < 5e-4);
    CHECK(std::abs(cell(g, "two_heads_weights", {0, 3}) - .872) < 5e-4);
    CHECK(std::abs(cell(g, "two_heads_weights", {1, 8}) - .872) < 5e-4);
  }

  TEST_CASE("one-head: early and late come out equal in one head; of two heads the first says early, the second late") {
    const graph::Graph g = with();
    const double e = std::exp(4), one = 2 * e + 7, two = e + 8;  // the sums of a row of powers
    CHECK_NEAR(all_cells(g, "one_head_output"), ({2 * e / one, (e + 3) / one, (e + 3) / one}), 1e-6);
    CHECK_NEAR(all_cells(g, "two_heads_output"),
               ({(e + 1) / two, (e + 3) / two, 4 / two, (e + 1) / two, 4 / two, (e + 3) / two}), 1e-6);
    const graph::Graph raised = with({}, {{"one_head", {0, 8}, 5.0f}});
    CHECK(cell(raised, "one_head_weights", {0, 3}) < cell(g, "one_head_weights", {0, 3}));
    CHECK(cell(raised, "one_head_output", {0, 2}) > cell(g, "one_head_output", {0, 2}));
  }

  TEST_CASE("thin-heads: the matrix of a thin head is its two rows of W_q, turned") {
    const graph::Graph g = with();
    for (std::size_t head = 0; head < 4; ++head)
      for (std::size_t from = 0; from < 8; ++from)
        for (std::size_t to = 0; to < 2; ++to)
          CHECK(cell(g, "thin_q", {head, from, to}) == cell(g, "toqueries", {2 * head + to, from}));
  }

  TEST_CASE("full-copies and thin-heads: 768, 192 and 196,608 parameters") {
    const graph::Graph g = with();
    CHECK(cell(g, "wide_count", {}) == 768);
    CHECK(cell(g, "single_count", {}) == 192);
    CHECK(cell(g, "narrow_count", {}) == 196608);
    CHECK(cell(g, "head_width", {}) == 64);
  }

  TEST_CASE("slice: feature 6 is the second of head 3") {
    const graph::Graph g = with();
    CHECK(cell(g, "queries", {0, 0, 5}) == cell(g, "queries_view", {0, 0, 2, 1}));
  }

  TEST_CASE("fold: head 3 of the second sequence is the 7th matrix") {
    const graph::Graph g = with();
    CHECK(cell(g, "queries_heads", {1, 2, 4, 1}) == cell(g, "queries_folded", {6, 4, 1}));
  }

  TEST_CASE("scores-per-head: (8, 5, 5), and the heads' raw scores add up to the single head's") {
    const graph::Graph g = with();
    CHECK(g.node(lessons::node(g, "dot")).shape == graph::Shape{8, 5, 5});
    CHECK(cell(g, "sum_difference", {}) < 1e-6);
  }

  TEST_CASE("which-root: head 1, token 2 on token 1: .2519 with √k, .3046 with √s") {
    CHECK(std::abs(cell(with(), "weights_sqrt_k", {0, 1, 0}) - .2519) < 5e-5);
    CHECK(std::abs(cell(with(), "weights_sqrt_s", {0, 1, 0}) - .3046) < 5e-5);
  }

  TEST_CASE("mask-flag: row 1 of every head is 1 0 0 0 0") {
    const graph::Graph g = with({{"mask", true}});
    for (std::size_t head = 0; head < 8; ++head)
      for (std::size_t j = 0; j < 5; ++j) CHECK(cell(g, "weights", {head, 0, j}) == (j == 0 ? 1 : 0));
  }

  TEST_CASE("unfold-join-mix: 65,792 parameters, 262,400 in all") {
    CHECK(cell(with(), "unify_count", {}) == 65792);
    CHECK(cell(with(), "all_count", {}) == 262400);
  }
}

}  // namespace multi_head
