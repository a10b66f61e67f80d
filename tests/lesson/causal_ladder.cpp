// Lesson causal-ladder (tutorial S4): every printed number, the golden intermediates and the answers of the questions.
#include <cmath>

#include "lesson/support.hpp"
#include "support/golden.hpp"

using lessons::all_cells;
using lessons::cell;

namespace causal_ladder {
namespace {

// The tutorial's numbers, if nothing else is said.
graph::Graph with(std::map<std::string, lesson::ParameterValue, std::less<>> parameters = {}) {
  static const lesson::Lesson opened = lessons::open("causal-ladder");
  parameters.try_emplace("numbers", std::string("tutorial"));
  return lessons::run(opened, {std::move(parameters), {}, "en"});
}

graph::Graph by_hand() { return with({{"numbers", std::string("hand")}}); }

void check_golden(const graph::Graph& g, const golden::File& file, const char* name, const std::string& path) {
  CAPTURE(std::string(name));
  const auto got = all_cells(g, name);
  const auto wanted = file.numbers(path);
  REQUIRE(got.size() == wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    const bool same = got[i] == wanted[i] || std::abs(got[i] - wanted[i]) <= std::max(1e-6, 1e-5 * std::abs(wanted[i]));
    CHECK_MESSAGE(same, name, " at ", i, ": ", got[i], " instead of ", wanted[i]);
  }
}

}  // namespace

TEST_SUITE("causal-ladder") {
  TEST_CASE("S4.1 to S4.8: the three versions are the golden ones") {
    const golden::File s4("S4");
    const graph::Graph g = with();
    const std::pair<const char*, const char*> names[] = {{"x", "versions_1_2/x"},
                                                         {"attention1", "versions_1_2/attention1"},
                                                         {"tril", "versions_1_2/tril"},
                                                         {"scores2", "versions_1_2/scores2"},
                                                         {"attention2", "versions_1_2/attention2"},
                                                         {"scores3", "versions_1_2/scores3_masked"},
                                                         {"p_attn3", "versions_1_2/p_attn3"},
                                                         {"attention3", "versions_1_2/attention3"},
                                                         {"b_small", "matmul_demo/ones33_at_b/b"},
                                                         {"c_small", "matmul_demo/ones33_at_b/c"},
                                                         {"b", "matmul_demo/tril_at_b/b"},
                                                         {"c", "matmul_demo/tril_at_b/c"},
                                                         {"c_mean", "matmul_demo/avg_at_b/c"}};
    for (const auto& [name, path] : names) check_golden(g, s4, name, std::string("/") + path);
  }

  TEST_CASE("S4.9: version 3, seed 42 after 80 draws, is the golden one, causal and bidirectional") {
    const golden::File s4("S4");
    const graph::Graph g = with();
    const std::pair<const char*, const char*> names[] = {{"x3", "x"},
                                                         {"key_weight", "key_weight"},
                                                         {"key_bias", "key_bias"},
                                                         {"query_weight", "query_weight"},
                                                         {"query_bias", "query_bias"},
                                                         {"value_weight", "value_weight"},
                                                         {"value_bias", "value_bias"},
                                                         {"k", "k"},
                                                         {"q", "q"},
                                                         {"v", "v"},
                                                         {"matmul_qk", "matmul_qk"},
                                                         {"scaled", "scores_scaled"},
                                                         {"scores", "scores_masked"},
                                                         {"p_attn", "p_attn"},
                                                         {"attention", "attention"},
                                                         {"p_attn_both", "p_attn_bidirectional"}};
    for (const auto& [name, path] : names) check_golden(g, s4, name, std::string("/version_3/") + path);
    check_golden(with({{"causal", false}}), s4, "attention", "/version_3/attention_bidirectional");
  }

  TEST_CASE("S4.12: the Head with seed 77, self-attention and three inputs, is the golden one") {
    const golden::File s4("S4");
    const graph::Graph g = with({{"mode", std::string("evaluate")}});
    const std::pair<const char*, const char*> names[] = {
        {"head_key_weight", "key_weight"},        {"head_query_weight", "query_weight"},
        {"head_value_weight", "value_weight"},    {"head_x", "x"},
        {"self_p_attn", "self_attention/p_attn"}, {"self_attention", "self_attention/attention"},
        {"head_xk", "three_inputs/key_in"},       {"head_xv", "three_inputs/value_in"},
        {"head_p_attn", "three_inputs/p_attn"},   {"head_attention", "three_inputs/attention"}};
    for (const auto& [name, path] : names) check_golden(g, s4, name, std::string("/Head/") + path);
  }

  TEST_CASE("S4.12: dropout with seed 78 keeps what PyTorch keeps") {
    const golden::File s4("S4");
    const graph::Graph g = with();
    const auto draws = all_cells(g, "draws");
    const auto mask = s4.numbers("/Head/dropout_train/mask");
    REQUIRE(draws.size() == mask.size());
    for (std::size_t i = 0; i < draws.size(); ++i) CHECK((draws[i] < .8) == (mask[i] != 0));
    check_golden(g, s4, "self_attention", "/Head/dropout_train/attention");
  }

  TEST_CASE("batch: 64 numbers") { CHECK(all_cells(with(), "x").size() == 64); }

  TEST_CASE("mean-loop: row 2 starts with 1.4138, from 1.9269 and .9007") {
    const graph::Graph g = with();
    CHECK_NEAR(
        std::vector<double>({cell(g, "x", {0, 0, 0}), cell(g, "x", {0, 1, 0}), cell(g, "attention1", {0, 1, 0})}),
        ({1.9269, .9007, 1.4138}), 5e-5);
  }

  TEST_CASE("product-adds: row 3 of tril @ b is (14, 16)") {
    CHECK(cell(with(), "c", {2, 0}) == 14);
    CHECK(cell(with(), "c", {2, 1}) == 16);
  }

  TEST_CASE("divide: the weights of row 8 are .125; loop and product differ by about 1e-7") {
    CHECK(cell(with(), "scores2", {7, 0}) == .125);
    CHECK(cell(with(), "difference12", {}) < 5e-7);
    CHECK(cell(with(), "difference12", {}) > 0);
    CHECK(cell(with(), "difference23", {}) < 5e-7);
  }

  TEST_CASE("by hand, the means of the first sequence are whole, and loop and product differ by rounding alone") {
    const graph::Graph g = by_hand();
    const std::vector<double> means = all_cells(g, "attention1");
    CHECK_NEAR(std::vector<double>(means.begin(), means.begin() + 16),
               ({4, 1, 3, 2, 2, 2, 3, 2, 4, 3, 4, 3, 4, 3, 4, 3}), 1e-6);
    CHECK(cell(g, "difference12", {}) > 0);
    CHECK(cell(g, "difference12", {}) < 1e-6);
    CHECK(cell(g, "difference13", {}) < 1e-6);
  }

  TEST_CASE("divide: 8 more in the last row of b raises the last mean by 1, and no other") {
    const lesson::Lesson opened = lessons::open("causal-ladder");
    const graph::Graph before = lessons::run(opened);
    const auto row = static_cast<float>(cell(before, "b", {7, 0}) + 8);
    const graph::Graph after = lessons::run(opened, {{}, {{"b", {7, 0}, row}}, "en"});
    for (std::size_t t = 0; t < 8; ++t)
      for (std::size_t f = 0; f < 2; ++f)
        CHECK(std::abs(cell(after, "c_mean", {t, f}) - cell(before, "c_mean", {t, f}) - (t == 7 && f == 0 ? 1 : 0)) <
              1e-6);
  }

  TEST_CASE("masked-softmax: row 4 is .25 four times, then 0") {
    CHECK_NEAR(lessons::row(with(), "p_attn3", 3), ({.25, .25, .25, .25, 0, 0, 0, 0}), 1e-7);
  }

  TEST_CASE("data-decides: 27 parameters, scores (4, 8, 8)") {
    const graph::Graph g = with();
    CHECK(cell(g, "parameters", {}) == 27);
    CHECK(g.node(lessons::node(g, "matmul_qk")).shape == graph::Shape{4, 8, 8});
  }

  TEST_CASE("data-decides by hand: a token with one feature asks for the other; the third feature is the bias alone") {
    const graph::Graph g = by_hand();
    const auto x = [&](std::size_t b, std::size_t t, std::size_t f) { return cell(g, "x3", {b, t, f}); };
    for (std::size_t b = 0; b < 4; ++b)
      for (std::size_t i = 0; i < 8; ++i) {
        for (std::size_t j = 0; j < 8; ++j)
          CHECK(cell(g, "matmul_qk", {b, i, j}) == 3 * (x(b, i, 1) * x(b, j, 0) + x(b, i, 0) * x(b, j, 1)) + 1);
        CHECK(std::abs(cell(g, "attention", {b, i, 2}) - 1) < 1e-6);  // a mixture of ones
      }
  }

  TEST_CASE("mask-then-softmax: −.1838 alone gets weight 1; masked afterwards row 2 sums to .185") {
    const graph::Graph g = with();
    CHECK(std::abs(cell(g, "scaled", {0, 0, 0}) + .1838) < 5e-5);
    CHECK(cell(g, "p_attn", {0, 0, 0}) == 1);
    CHECK(std::abs(cell(g, "sums_after", {0, 1}) - .185) < 5e-4);
  }

  TEST_CASE("mix-values: row 1 of the output is v₁ = (.370, −.352, −.567)") {
    const graph::Graph g = with();
    for (std::size_t d = 0; d < 3; ++d)
      CHECK(cell(g, "attention", {0, 0, d}) == doctest::Approx(cell(g, "v", {0, 0, d})));
    CHECK_NEAR(std::vector<double>({cell(g, "v", {0, 0, 0}), cell(g, "v", {0, 0, 1}), cell(g, "v", {0, 0, 2})}),
               ({.370, -.352, -.567}), 5e-4);
  }

  TEST_CASE("look-ahead: only the last row stays the same without the mask") {
    const graph::Graph causal = with(), both = with({{"causal", false}});
    for (std::size_t t = 0; t < 8; ++t)
      CHECK((std::abs(cell(causal, "p_attn", {0, t, 0}) - cell(both, "p_attn", {0, t, 0})) < 1e-7) == (t == 7));
  }

  TEST_CASE("head: 18 parameters; row 2 is (.4712, .5288), dropped and kept it sums to .661") {
    const graph::Graph g = with();
    CHECK(cell(g, "head_parameters", {}) == 18);
    CHECK(std::abs(.5288 / .8 - .661) < 5e-4);
    // That row and its draws are those of the first sequence, as the stage shows it.
    CHECK_NEAR(std::vector<double>({cell(g, "head_p_attn", {0, 1, 0}), cell(g, "head_p_attn", {0, 1, 1})}),
               ({.4712, .5288}), 5e-5);
    CHECK(cell(g, "head_dropped", {0, 1, 0}) == 0);
    CHECK(std::abs(cell(g, "head_dropped", {0, 1, 1}) - .661) < 5e-4);
    CHECK(std::abs(cell(g, "kept_alone", {0, 1, 1}) - .661) < 5e-4);
  }

  TEST_CASE("pictures: 32 × 32 in three colours and patches of 8 give 16 tokens of 192 numbers") {
    const graph::Graph g = with();
    CHECK(g.node(lessons::node(g, "patches")).shape == graph::Shape{16, 192});
    CHECK(g.node(lessons::node(g, "mixed_image")).shape == graph::Shape{3, 32, 32});
  }

  TEST_CASE("pictures: patches attend to those that look alike") {
    const graph::Graph g = with();
    // Patches 1 and 2 are sky, 13 to 16 are sand.
    CHECK(cell(g, "patch_weights", {0, 1}) > .1);
    CHECK(cell(g, "patch_weights", {0, 1}) > 100 * cell(g, "patch_weights", {0, 13}));
    CHECK(cell(g, "patch_weights", {12, 14}) > 100 * cell(g, "patch_weights", {12, 0}));
  }

  TEST_CASE("pictures: a picture of the reader's own is its bytes over 255, channel by channel") {
    std::string own = "own:";
    for (int pixel = 0; pixel < 32 * 32; ++pixel)
      own += pixel == 33 ? "/4AA" : "AAD/";  // (255, 128, 0), else (0, 0, 255)
    const graph::Graph g = with({{"picture", own}});
    CHECK(cell(g, "image", {0, 1, 1}) == 1);
    CHECK(cell(g, "image", {1, 1, 1}) == static_cast<double>(128 / 255.0f));
    CHECK(cell(g, "image", {2, 1, 1}) == 0);
    CHECK(cell(g, "image", {0, 1, 2}) == 0);
    CHECK(cell(g, "image", {2, 1, 2}) == 1);
  }

  TEST_CASE("pictures: bytes that are too few, too many or none at all are refused, and so is an unknown name") {
    const std::string row(32 * 4, 'A');
    std::string all = "own:";
    for (int i = 0; i < 32; ++i) all += row;
    const lesson::Lesson opened = lessons::open("causal-ladder");
    const auto refused = [&](const std::string& value) {
      lesson::Overrides overrides;
      overrides.parameters["picture"] = value;
      return !lesson::run(opened, overrides).has_value();
    };
    CHECK_FALSE(refused(all));
    CHECK(refused(all.substr(0, all.size() - 4)));
    CHECK(refused(all + "AAAA"));
    CHECK(refused("own:"));
    CHECK(refused(all.substr(0, all.size() - 1) + "*"));
    CHECK(refused("cost"));
  }
}

}  // namespace causal_ladder
