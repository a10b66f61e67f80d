// The operation `gradient`: what it records in the graph, how its cells are explained and exported, and its errors.
#include "graph/build.hpp"
#include "graph/gradient/derivative.hpp"

using namespace build;

namespace {

// y = X W, loss = Σ y², with names for readers.
struct Small {
  Graph graph;
  NodeId x, w, y, loss;
  Small() {
    x = source(graph, "X", {2, 2}, {1, 2, 3, 4}, Role::input, {"token", "feature"});
    w = source(graph, "W_q", {2, 1}, {0.5f, -1}, Role::query_projection, {"feature", "hidden"});
    y = apply(graph, "Y", "matmul", {x, w});
    loss = apply(graph, "L", "sum", {apply(graph, "S", "square", {y})}, {{"all", true}});
  }
};

Error error_of(Graph& graph, std::vector<NodeId> inputs, Options options = {}) {
  const Result<NodeId> made = try_apply(graph, "wrong", "gradient", std::move(inputs), std::move(options));
  REQUIRE_FALSE(made);
  return made.error();
}

std::size_t derived(const Graph& graph) {
  std::size_t count = 0;
  for (NodeId id = 0; id < graph.size(); ++id) count += graph.node(id).derived;
  return count;
}

}  // namespace

TEST_CASE("a gradient has the numbers of the chain rule, and shape, axes and symbol of its tensor") {
  Small s;
  const NodeId slope = apply(s.graph, "slope", "gradient", {s.loss, s.w});
  // y = (-1.5, -2.5); dL/dW = Xᵀ 2y = (2·(-1.5 - 7.5), 2·(-3 - 10))
  CHECK(values(s.graph, slope) == std::vector<float>{-18, -26});
  const Node& node = s.graph.node(slope);
  CHECK(node.shape == Shape{2, 1});
  CHECK(node.axes[0].name == "feature");
  CHECK(node.axes[1].name == "hidden");
  REQUIRE(node.gradient);
  CHECK(node.gradient->of == s.loss);
  CHECK(node.gradient->to == s.w);
  const NodeId other = apply(s.graph, "dW", "gradient", {s.y, s.w}, {{"cell", std::vector<double>{1, 0}}});
  CHECK(values(s.graph, other) == std::vector<float>{3, 4});
}

TEST_CASE("the printed symbol names the number, counted from 1, and the tensor") {
  Small s;
  Node node;
  node.name = "slope";
  node.operation = find_operation("gradient");
  node.inputs = {s.y, s.w};
  node.options = {{"cell", std::vector<double>{1, 0}}};
  const Result<NodeId> made = s.graph.add_operation(node);
  REQUIRE(made);
  CHECK(plain(s.graph.node(*made).symbol) == "∂Y[2, 1]/∂W_q");
}

TEST_CASE("a gradient's cell is explained by the terms of the chain") {
  Small s;
  const NodeId slope = apply(s.graph, "slope", "gradient", {s.loss, s.w});
  const Explanation e = s.graph.explain(slope, {1, 0}, 2);
  CHECK(combined(e) == -26);
  REQUIRE(e.terms.size() == 2);  // one for each token
  CHECK(e.terms[0].value == -6);
  CHECK(e.terms[1].value == -20);
  CHECK(english(e.rule).find("∂L/∂Y") != std::string::npos);
}

TEST_CASE("an edit moves the gradient to what a fresh graph has") {
  Small s;
  const NodeId slope = apply(s.graph, "slope", "gradient", {s.loss, s.w});
  REQUIRE(s.graph.set(s.w, Index{0, 0}, 2));
  // y = (0, 2), dL/dW = Xᵀ 2y = (2·(0 + 6), 2·(0 + 8))
  CHECK(values(s.graph, slope) == std::vector<float>{12, 16});
}

TEST_CASE("gradients of one number share what they have in common") {
  Small s;
  apply(s.graph, "one", "gradient", {s.loss, s.w});
  const std::size_t before = derived(s.graph);
  apply(s.graph, "two", "gradient", {s.loss, s.x});
  CHECK(derived(s.graph) == before);  // only the last product differs
  const Result<std::vector<NodeId>> all =
      add_gradients(s.graph, s.loss, std::nullopt, std::vector<NodeId>{s.w, s.x, s.y});
  REQUIRE(all);
  CHECK(derived(s.graph) == before);
  CHECK(s.graph.node((*all)[0]).name == "one");
  CHECK(s.graph.node((*all)[2]).name == "∂L/∂Y");
}

TEST_CASE("a tensor that is switched off has zeros, and a number is 1 with respect to itself") {
  Graph graph;
  const NodeId a = source(graph, "a", {2}, {1, 2}), b = source(graph, "b", {2}, {3, 4});
  const NodeId sum = apply(graph, "sum", "sum", {apply(graph, "one", "select", {a, b}, {{"flag", true}})});
  CHECK(values(graph, apply(graph, "da", "gradient", {sum, a})) == std::vector<float>{0, 0});
  CHECK(values(graph, apply(graph, "db", "gradient", {sum, b})) == std::vector<float>{1, 1});
  CHECK(values(graph, apply(graph, "itself", "gradient", {sum, sum})) == std::vector<float>{1});
}

TEST_CASE("a gradient of a gradient is the second derivative") {
  Graph graph;
  const NodeId x = source(graph, "x", {}, {2});
  const NodeId cube = apply(graph, "cube", "multiply", {apply(graph, "square", "square", {x}), x});
  const NodeId first = apply(graph, "first", "gradient", {cube, x});
  CHECK(values(graph, first) == std::vector<float>{12});
  CHECK(values(graph, apply(graph, "second", "gradient", {first, x})) == std::vector<float>{12});
}

TEST_CASE("what has no gradient is an error that names the place and the cure") {
  Small s;
  const NodeId best = apply(s.graph, "best", "argmax", {s.y}, {{"all", true}});
  const NodeId alone = source(s.graph, "alone", {}, {1});
  const Error many = error_of(s.graph, {s.y, s.w});
  CHECK(many.path == "inputs/0");
  CHECK(many.message.find("“cell”") != std::string::npos);
  const Error outside = error_of(s.graph, {s.y, s.w}, {{"cell", std::vector<double>{2, 0}}});
  CHECK(outside.path == "options/cell");
  CHECK(outside.message.find("2 × 1") != std::string::npos);
  CHECK(error_of(s.graph, {s.y, s.w}, {{"cell", std::vector<double>{0}}}).path == "options/cell");
  CHECK(error_of(s.graph, {s.y, s.w}, {{"cell", std::vector<double>{-1, 0}}}).path == "options/cell");
  const Error apart = error_of(s.graph, {s.loss, alone});
  CHECK(apart.path == "inputs/1");
  CHECK(apart.message.find("“L” does not depend on “alone”") != std::string::npos);
  CHECK(error_of(s.graph, {s.y, s.loss}, {{"cell", std::vector<double>{0, 0}}}).path == "inputs/1");
  const Error flat = error_of(s.graph, {best, s.w});
  CHECK(flat.code == "slope");
  CHECK(flat.message.find("“argmax”") != std::string::npos);
  CHECK(flat.message.find("“best”") != std::string::npos);
  CHECK(derived(s.graph) == 0);  // nothing was left behind
}

TEST_CASE("operations without a slope say so by name") {
  const std::vector<std::pair<std::string, Options>> flat = {
      {"argmax", {{"all", true}}}, {"argsort", {}},       {"round", {}},
      {"histogram", {}},           {"count_numbers", {}}, {"one_hot", {{"size", 5.0}}}};
  for (const auto& [name, options] : flat) {
    Graph graph;
    const NodeId x = source(graph, "x", {2}, {1, 2});
    const NodeId sum = apply(graph, "sum", "sum", {apply(graph, "flat", name, {x}, options)}, {{"all", true}});
    CHECK_MESSAGE(error_of(graph, {sum, x}).message.find("“" + name + "”") != std::string::npos, name);
  }
}

TEST_CASE("PyTorch differentiates by itself, NumPy and TeX have the formula") {
  Small s;
  apply(s.graph, "slope", "gradient", {s.loss, s.w});
  const std::string torch = export_code(s.graph, Language::pytorch, "title");
  CHECK(torch.find("W_q.requires_grad_()") != std::string::npos);
  CHECK(torch.find("slope = torch.autograd.grad(L, W_q, retain_graph=True)[0]") != std::string::npos);
  CHECK(torch.find("dL_dY") == std::string::npos);
  const std::string numpy = export_code(s.graph, Language::numpy, "title");
  CHECK(numpy.find("slope = X.T @ dL_dY") != std::string::npos);
  const std::string tex = export_code(s.graph, Language::tex, "title");
  CHECK(tex.find("X^{\\top} \\frac{\\partial L}{\\partial Y}") != std::string::npos);
}
