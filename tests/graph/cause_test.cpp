// If a cell is NaN or infinite, its explanation names the cause; a rule contains tensors' names as symbols.
#include <limits>

#include "build.hpp"

using namespace build;

namespace {

constexpr float huge = 3e38f, infinity = std::numeric_limits<float>::infinity();

std::string cause(const Graph& graph, NodeId node, const Index& index) {
  return english(graph.explain(node, index, 2).cause);
}

}  // namespace

TEST_CASE("a cell that is not a number says why") {
  Graph graph;
  const NodeId rows = source(graph, "x", {1, 2}, {huge, -huge});
  const NodeId columns = source(graph, "w", {2, 1}, {huge, huge});
  const NodeId difference = apply(graph, "d", "matmul", {rows, columns});
  CHECK(std::isnan(graph.at(difference, Index{0, 0})));
  CHECK(cause(graph, difference, {0, 0}).contains("∞ − ∞"));

  const NodeId large = apply(graph, "l", "exp", {source(graph, "e", {1, 1}, {100})});
  CHECK(graph.at(large, Index{0, 0}) == infinity);
  CHECK(cause(graph, large, {0, 0}).contains("float32"));
  const NodeId zero = source(graph, "o", {1, 1}, {0});
  const NodeId times = apply(graph, "t", "multiply", {zero, large});
  CHECK(cause(graph, times, {0, 0}).contains("0 · ∞"));
  const NodeId product = apply(graph, "p", "matmul", {zero, large});
  CHECK(cause(graph, product, {0, 0}).contains("0 · ∞"));
  CHECK(cause(graph, apply(graph, "q", "divide", {zero, zero}), {0, 0}).contains("0 / 0"));
  CHECK(cause(graph, apply(graph, "r", "divide", {large, large}), {0, 0}).contains("∞ / ∞"));
  CHECK(cause(graph, apply(graph, "a", "softmax", {large}, {{"axis", -1.0}}), {0, 0}).contains("∞ / ∞"));
  CHECK(cause(graph, apply(graph, "s", "sqrt", {source(graph, "m", {1, 1}, {-4})}), {0, 0}).contains("−4"));
  CHECK(cause(graph, apply(graph, "n", "negate", {times}), {0, 0}).contains("t[1, 1]"));
  const NodeId one = source(graph, "one", {1, 1}, {1});
  CHECK(cause(graph, apply(graph, "v", "divide", {one, zero}), {0, 0}).contains("divided by 0"));
  CHECK(cause(graph, apply(graph, "f", "divide", {zero, one}), {0, 0}).empty());
}

TEST_CASE("nothing is marked ≈ NaN") {
  Graph graph;
  const NodeId x = source(graph, "x", {1, 3}, {huge, -huge, 0.333f});
  const NodeId w = source(graph, "w", {3, 1}, {huge, huge, 0.777f});
  const NodeId y = apply(graph, "y", "matmul", {x, w});
  const std::string said = spoken(graph.explain(y, {0, 0}, 1));
  CHECK(said.ends_with("= NaN"));
}

TEST_CASE("a symbol's spelling reads back as the same symbol") {
  for (const Symbol& symbol : {Symbol{"W", "q", ""}, Symbol{"attn_scores", "", ""}, Symbol{"S", "scaled", "T"},
                               Symbol{"α′", "", "2"}, Symbol{"a^b\\", "12", ""}})
    CHECK(parse_symbol(spelling(symbol)) == symbol);
}

TEST_CASE("a rule contains the names of tensors as symbols") {
  Graph graph;
  const NodeId x = source(graph, "X", {1, 1}, {2}), w = source(graph, "W_q", {1, 1}, {3});
  const Message rule = graph.explain(apply(graph, "y", "matmul", {x, w}), {0, 0}, 2).rule;
  CHECK(english(rule) == "Row 1 of X × column 1 of W_q");
  const auto words = fill_words(english_text(rule.id), rule.args, [](std::string_view) { return std::string(); });
  REQUIRE(words.size() == 4);
  CHECK(words[1].symbol == Symbol{"X", "", ""});
  CHECK(words[2].text == " × column 1 of ");
  CHECK(words[3].symbol == Symbol{"W", "q", ""});
}
