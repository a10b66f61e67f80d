// The worked example (S0): every intermediate, every sentence about its cells, and what an edit changes.
#include "graph/worked_example.hpp"
#include "support/golden.hpp"

using namespace build;

namespace {

void matches(const Graph& g, NodeId id, const std::vector<double>& golden) {
  const std::vector<float> own = values(g, id);
  REQUIRE(own.size() == golden.size());
  for (std::size_t i = 0; i < own.size(); ++i) CHECK(std::fabs(own[i] - golden[i]) <= 1e-6);
}

std::string line(const Explanation& explanation, std::size_t i = 0) {
  Explanation one = explanation;
  one.lines = {explanation.lines.at(i)};
  return spoken(one);
}

}  // namespace

TEST_CASE("every intermediate of the worked example equals the tutorial's to 1e-6") {
  const WorkedExample s = worked_example();
  const golden::File file("S0");
  matches(s.graph, s.keys, file.numbers("/float32/keys"));
  matches(s.graph, s.queries, file.numbers("/float32/querys"));
  matches(s.graph, s.values, file.numbers("/float32/values"));
  matches(s.graph, s.scores, file.numbers("/float32/attn_scores"));
  matches(s.graph, s.weights, file.numbers("/float32/attn_scores_softmax"));
  matches(s.graph, s.weighted, file.numbers("/float32/weighted_values_exact_jid"));
  matches(s.graph, s.outputs, file.numbers("/float32/outputs_exact"));
}

TEST_CASE("scores divided by the root of the key length give the tutorial's scaled rows") {
  WorkedExample s = worked_example();
  const golden::File file("S0");
  const NodeId scaled = apply(s.graph, "scaled", "scale", {s.scores, s.keys}, {{"by", word("inverse_sqrt")}});
  const NodeId weights = apply(s.graph, "a", "softmax", {scaled});
  matches(s.graph, weights, file.numbers("/float32/scaled_softmax"));
  matches(s.graph, apply(s.graph, "z", "matmul", {weights, s.values}), file.numbers("/float32/outputs_scaled"));
}

TEST_CASE("the hand-set rows give the tutorial's printed outputs") {
  WorkedExample s = worked_example();
  const golden::File file("S0");
  const NodeId hand = source(s.graph, "hand", {3, 3}, {0, .5, .5, 0, 1, 0, 0, .9f, .1f}, Role::weights);
  const NodeId weighted = apply(s.graph, "w", "weighted_values", {hand, s.values});
  matches(s.graph, weighted, file.numbers("/float32/weighted_values_rounded_jid"));
  matches(s.graph, apply(s.graph, "z", "sum", {weighted}, {{"axis", 0.0}}), file.numbers("/float32/outputs_rounded"));
  const NodeId rounded = apply(s.graph, "r", "round", {s.weights}, {{"decimals", 1.0}});
  CHECK(values(s.graph, rounded) == std::vector<float>{.1f, .5f, .5f, 0, 1, 0, 0, .9f, .1f});
}

TEST_CASE("a score is explained as a sum of products that add up") {
  const WorkedExample s = worked_example();
  const Explanation e = s.graph.explain(s.scores, {0, 1}, 2);
  CHECK(spoken(e) == "S[1, 2] = 1·4 + 0·4 + 2·0 = 4 + 0 + 0 = 4");
  CHECK_FALSE(e.rounded);
  CHECK(english(e.rule) == "Row 1 of Q × row 2 of K");
  const std::vector<Piece>& pieces = e.lines.at(0).pieces;
  CHECK(english(pieces.at(0).note) == "query 1, key 2");
  CHECK(english(pieces.at(2).note) == "f1");
  CHECK(pieces.at(2).role == Role::query);
  CHECK(pieces.at(4).role == Role::key);
  CHECK(pieces.at(2).cell == CellRef{s.queries, {0, 0}});
  CHECK(pieces.at(4).cell == CellRef{s.keys, {1, 0}});
  CHECK(pieces.back().kind == Piece::Kind::result);
  CHECK(english(pieces.back().note) == "score");
  CHECK(pieces.back().cell == CellRef{s.scores, {0, 1}});
}

TEST_CASE("a softmax cell is explained by its definition first, then with the largest score subtracted") {
  const WorkedExample s = worked_example();
  const Explanation e = s.graph.explain(s.weights, {0, 1}, 2);
  REQUIRE(e.lines.size() == 2);
  CHECK(line(e) == "A[1, 2] = e^4 / (e^2 + e^4 + e^4) ≈ 0.47");
  CHECK(line(e, 1) == "A[1, 2] = e^(4−4) / (e^(2−4) + e^(4−4) + e^(4−4)) ≈ 1 / (0.1353 + 1 + 1) ≈ 1 / 2.1353 ≈ 0.4683");
  CHECK(e.rounded);
  CHECK(english(e.rule) == "Softmax over row 1");
}

TEST_CASE("projections, weighted values and sums are explained with their own numbers") {
  const WorkedExample s = worked_example();
  CHECK(spoken(s.graph.explain(s.keys, {1, 0}, 2)) == "K[2, 1] = 0·0 + 2·1 + 0·0 + 2·1 = 0 + 2 + 0 + 2 = 4");
  CHECK(english(s.graph.explain(s.keys, {1, 0}, 2).rule) == "Row 2 of X × column 1 of W_k");
  CHECK(spoken(s.graph.explain(s.weighted, {1, 0, 0}, 2)) == "weighted_values[2, 1, 1] ≈ 0.47·2 ≈ 0.94");
  CHECK(spoken(s.graph.explain(s.outputs, {0, 0}, 2)) == "Z[1, 1] ≈ 0.06 + 0.94 + 0.94 ≈ 1.94");
  CHECK(spoken(s.graph.explain(s.x, {0, 0}, 2)) == "X[1, 1] = 1");
}

TEST_CASE("W_q[1,1] = 2 makes scores that are not symmetric, so that swapping query and key is detected") {
  WorkedExample s = worked_example();
  const Result<std::vector<CellRef>> changed = s.graph.set(s.w_query, Index{0, 0}, 2);
  REQUIRE(changed);
  CHECK(values(s.graph, s.scores) == std::vector<float>{2, 8, 6, 4, 16, 12, 4, 16, 12});
}

TEST_CASE("a cell that is a copy names its source, and a click goes there") {
  WorkedExample s = worked_example();
  const NodeId turned = apply(s.graph, "K^T", "transpose", {s.keys}, {}, Role::key);
  const Explanation e = s.graph.explain(turned, {0, 1}, 2);
  CHECK(spoken(e) == "K^T[1, 2] = K[2, 1] = 4");
  CHECK(e.lines[0].pieces[2].cell == CellRef{s.keys, {1, 0}});
  CHECK(english(e.rule) == "Rows and columns change places");
}
