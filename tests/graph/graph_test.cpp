// The graph: names, sizes, what depends on random numbers, names of axes.
#include <algorithm>

#include "attention/scaled_dot_product_attention.hpp"
#include "graph/worked_example.hpp"

using namespace build;

namespace {

const Error& refused(const Result<NodeId>& result) {
  REQUIRE_FALSE(result.has_value());
  return result.error();
}

bool says(const Error& error, std::string_view words) { return error.message.find(words) != std::string::npos; }

// Twice its input; counts how often it computes.
class Twice final : public graph::Basic {
 public:
  mutable int computed = 0;
  std::string_view name() const override { return "twice"; }
  std::string_view doc() const override { return "Two times the input"; }
  std::span<const graph::InputSpec> inputs() const override {
    static constexpr graph::InputSpec all[] = {{"input"}};
    return all;
  }
  std::span<const graph::OptionSpec> options() const override {
    static constexpr graph::OptionSpec all[] = {graph::integer_option("more", "added", 0, 0, 9)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override { return in[0]; }
  Result<graph::Evaluated> evaluate(graph::Inputs in, const Options&) const override {
    ++computed;
    return graph::Evaluated{2.0f * in[0]->tensor, std::nullopt};
  }
  graph::Explanation explain(const graph::CellContext& cell) const override {
    return graph::explain_constant(cell, {"rule.id", {}});
  }
  std::string code(const graph::CodeContext&) const override { return ""; }
};

// x, twice x and four times x, made after `before`.
Graph made_of(std::vector<float> x, const Operation& twice, long long more, const Graph* before) {
  Graph g;
  g.reuse(before);
  source(g, "x", {2}, std::move(x));
  for (const auto& [name, input] : {std::pair("y", "x"), std::pair("z", "y")}) {
    Node node;
    node.name = name;
    node.operation = &twice;
    node.inputs = {*g.find(input)};
    if (std::string_view(name) == "z") node.options["more"] = static_cast<double>(more);
    REQUIRE(g.add_operation(std::move(node)).has_value());
  }
  g.reuse(nullptr);
  return g;
}

}  // namespace

TEST_CASE("a graph made after another computes only what has other inputs or options") {
  const Twice twice;
  const Graph first = made_of({1, 2}, twice, 0, nullptr);
  CHECK(twice.computed == 2);
  Graph same = made_of({1, 2}, twice, 0, &first);
  CHECK(twice.computed == 2);
  CHECK(same.at(*same.find("z"), Index{1}) == 8);
  made_of({1, 2}, twice, 1, &first);  // z has another option
  CHECK(twice.computed == 3);
  const Graph other = made_of({1, 3}, twice, 0, &first);
  CHECK(twice.computed == 5);
  CHECK(other.at(*other.find("z"), Index{1}) == 12);
  REQUIRE(same.set(0, Index{0}, 5.0f).has_value());
  CHECK(first.at(*first.find("z"), Index{0}) == 4);  // it has numbers of its own
}

TEST_CASE("a graph returns cells, blocks and facts about a tensor") {
  const WorkedExample s = worked_example();
  CHECK(s.graph.size() == 11);
  CHECK(s.graph.find("S") == s.scores);
  CHECK_FALSE(s.graph.find("T"));
  CHECK(s.graph.at(s.scores, Index{1, 2}) == 12);
  std::vector<float> block(4);
  s.graph.block(s.scores, {}, 1, 2, 1, 2, block);
  CHECK(block == std::vector<float>{16, 12, 12, 10});
  std::vector<float> slab(3);
  s.graph.block(s.weighted, Index{1}, 0, 1, 0, 3, slab);
  CHECK(slab[2] == 0);
  std::vector<float> beyond(2, 7);
  s.graph.block(s.scores, {}, 2, 1, 2, 2, beyond);
  CHECK(beyond == std::vector<float>{10, 0});
  CHECK(s.graph.largest_magnitude(s.scores) == 16);
  CHECK(s.graph.all_whole(s.scores));
  CHECK_FALSE(s.graph.all_whole(s.weights));
  CHECK(s.graph.multiply_adds() == 3 * 36 + 27 + 27);
}

TEST_CASE("the parts of a weighted sum are key × query × feature, and are drawn as keys × features") {
  Graph g;
  const auto parts = [&](const std::string& name, const std::vector<std::string>& axes) {
    const NodeId a = source(g, name + "a", {2, 3}, {1, 2, 3, 4, 5, 6}, Role::weights, axes);
    const NodeId v = source(g, name + "v", {3, 2}, {1, 2, 3, 4, 5, 6}, Role::value, {"token", ""});
    return apply(g, name, "weighted_values", {a, v}, {}, Role::value);
  };
  for (const NodeId id : {parts("p", {"query", "key"}), parts("q", {"query", "query"}), parts("r", {"", ""})}) {
    const Node& node = g.node(id);
    CHECK(node.shape == Shape{3, 2, 2});
    CHECK(node.axes[0].name == "key");
    CHECK(node.axes[1].name == "query");
    CHECK(node.axes[2].name == "feature");
    CHECK(node.operation->row_axis(node.shape) == 0);
    CHECK(g.at(id, Index{2, 1, 0}) == 6 * 5);  // weight of query 2 on key 3, times value 3
  }
  CHECK(find_operation("sum")->row_axis({2, 3, 4}) == 1);
}

TEST_CASE("the single index of a kept axis is named after the reduction: Σ, or max") {
  Graph g;
  const NodeId x = source(g, "x", {2, 3}, {1, 2, 3, 4, 5, 6}, Role::scores, {"query", "key"});
  const auto kept = [&](const std::string& operation) {
    const NodeId id = apply(g, operation, operation, {x}, {{"axis", -1.0}, {"keepdim", true}}, Role::scores);
    return g.node(id).axes.back();
  };
  const Axis sum = kept("sum");
  CHECK(sum.name == "key");
  CHECK(sum.labels == std::vector<std::string>{"Σ"});
  CHECK(kept("max").labels == std::vector<std::string>{"max"});
}

TEST_CASE("multihead_attention accepts masks: added as numbers, or blocking where not 0; causal is such a mask") {
  Graph g;
  const auto numbers = [](std::size_t n, unsigned seed) {
    std::vector<float> made = random_numbers(n, seed);
    for (float& v : made) v *= 0.5f;
    return made;
  };
  const NodeId x = source(g, "x", {2, 3, 4}, numbers(24, 1)), w = source(g, "w", {12, 4}, numbers(48, 2));
  const NodeId o = source(g, "o", {4, 4}, numbers(16, 3));
  const auto attend = [&](const std::string& name, std::vector<NodeId> masks, Options options, NodeId keys) {
    std::vector<NodeId> inputs{x, keys, keys, w, o};
    inputs.insert(inputs.end(), masks.begin(), masks.end());
    options["heads"] = 2.0;
    return values(g, apply(g, name, "multihead_attention", inputs, std::move(options)));
  };
  const NodeId later = source(g, "later", {3, 3}, {0, 1, 1, 0, 0, 1, 0, 0, 0});
  const std::vector<float> causal = attend("causal", {}, {{"causal", true}}, x);
  CHECK(attend("blocked", {later}, {{"masks", word("attn_mask")}, {"mask", word("blocked")}}, x) == causal);
  CHECK(attend("open", {}, {}, x) != causal);
  // A source may not hold −∞, but with −1e9 the weight e^−1e9 is 0 too.
  const NodeId far = source(g, "far", {3, 3}, {0, -1e9f, -1e9f, 0, 0, -1e9f, 0, 0, 0});
  CHECK(attend("added", {far}, {{"masks", word("attn_mask")}}, x) == causal);

  // Padding: the last key of both sequences is ignored.
  const NodeId fill = source(g, "fill", {2, 3}, {0, 0, 1, 0, 0, 1});
  const NodeId two = apply(g, "two", "slice", {x}, {{"axis", 1.0}, {"start", 0.0}, {"stop", 2.0}});
  const std::vector<float> padded =
      attend("padded", {fill}, {{"masks", word("key_padding_mask")}, {"mask", word("blocked")}}, x);
  const std::vector<float> shorter = attend("shorter", {}, {}, two);
  for (std::size_t i = 0; i < padded.size(); ++i) CHECK(close(padded[i], shorter[i]));

  // Both at once; one mask for each head; a wrong mask is reported with its input.
  const NodeId each = source(g, "each", {4, 3, 3}, std::vector<float>(36, 0));
  const std::vector<float> both = attend("both", {each, fill}, {{"masks", word("both")}, {"mask", word("blocked")}}, x);
  CHECK(both == padded);
  const auto refusal = [&](std::vector<NodeId> masks, const char* which) {
    std::vector<NodeId> inputs{x, x, x, w, o};
    inputs.insert(inputs.end(), masks.begin(), masks.end());
    return refused(try_apply(g, "r", "multihead_attention", inputs, {{"heads", 2.0}, {"masks", word(which)}})).path;
  };
  CHECK(refusal({fill}, "attn_mask") == "inputs/5");
  CHECK(refusal({later, later}, "both") == "inputs/6");
  CHECK(refusal({}, "both") == "inputs");
}

TEST_CASE("softcap and grouped key heads built from single steps equal the core's fused operation") {
  Graph g;
  const std::vector<float> q = random_numbers(24, 1), k = random_numbers(12, 2), v = random_numbers(12, 3);
  const NodeId query = source(g, "query", {4, 3, 2}, q), key = source(g, "key", {2, 3, 2}, k);
  const NodeId value = source(g, "value", {2, 3, 2}, v);
  const auto shared = [&](const std::string& name, NodeId x) {
    return apply(g, name, "reorder", {x}, {{"axis", 0.0}, {"order", std::vector<double>{0, 0, 1, 1}}});
  };
  const NodeId product = apply(g, "product", "matmul", {query, shared("keys", key)}, {{"transpose", word("second")}});
  const NodeId scaled = apply(g, "scaled", "scale", {product}, {{"factor", 1.5}});
  const NodeId capped = apply(g, "capped", "softcap", {scaled}, {{"cap", 0.75}});
  const NodeId weights = apply(g, "weights", "softmax", {capped});
  const std::vector<float> output = values(g, apply(g, "output", "matmul", {weights, shared("values", value)}));

  const auto tensor = [](const std::vector<float>& data, std::size_t heads) {
    attention::Tensor x = attention::Tensor::from_shape({heads, 3, 2});
    std::ranges::copy(data, x.data());
    return x;
  };
  const auto core = attention::scaled_dot_product_attention(
      tensor(q, 4), tensor(k, 2), tensor(v, 2),
      {.scale = 1.5f, .enable_gqa = true, .softcap = 0.75f, .need_scores = attention::Scores::softcapped});
  REQUIRE(core);
  for (std::size_t i = 0; i < output.size(); ++i) CHECK(close(output[i], core->output.data()[i]));
  const std::vector<float> caps = values(g, capped);
  for (std::size_t i = 0; i < caps.size(); ++i) CHECK(close(caps[i], core->scores->data()[i]));
  CHECK(*std::ranges::max_element(caps) < 0.75f);
}

TEST_CASE("invalid sources are refused") {
  Graph g;
  Node node;
  node.name = "x";
  node.shape = {2, 2};
  CHECK(g.add_source(node, {1, 2, 3}).error().code == "count");
  REQUIRE(g.add_source(node, {1, 2, 3, 4}));
  CHECK(refused(g.add_source(node, {1, 2, 3, 4})).path == "name");
  node.name = "";
  CHECK(refused(g.add_source(node, {1, 2, 3, 4})).code == "name");
  node.name = "big";
  node.shape = {100000, 100000};
  CHECK(refused(g.add_source(node, {})).code == "size");
}

TEST_CASE("operations refuse wrong inputs and options, and say how to fix them") {
  Graph g;
  const NodeId x = source(g, "x", {3, 4}, random_numbers(12, 1)), y = source(g, "y", {3, 3}, random_numbers(9, 2));
  const auto of = [&](const std::string& operation, std::vector<NodeId> inputs, Options options = {}) {
    const Result<NodeId> result = try_apply(g, "r", operation, std::move(inputs), std::move(options));
    return refused(result);
  };
  CHECK(of("matmul", {x, y}).path == "inputs/1");
  CHECK(says(of("matmul", {x, y}), "each row of first has 4 numbers and each column of second 3"));
  CHECK(of("matmul", {x}).path == "inputs");
  CHECK(says(of("matmul", {x}), "takes 2: first, second; 1 are given"));
  CHECK(of("softmax", {x}, {{"axis", 2.0}}).path == "options/axis");
  CHECK(of("softmax", {x}, {{"axes", 2.0}}).path == "options/axes");
  CHECK(says(of("softmax", {x}, {{"axes", 2.0}}), "It has axis, temperature, empty"));
  CHECK(says(of("softmax", {x}, {{"axis", word("rows")}}), "must be a whole number"));
  CHECK(says(of("softmax", {x}, {{"temperature", 0.0}}), "must lie from"));
  CHECK(says(of("matmul", {x, y}, {{"transpose", word("third")}}), "The choices are none, first, second, both"));
  CHECK(says(of("split_heads", {x}), "needs the option “heads”"));
  CHECK(of("split_heads", {x}, {{"heads", 3.0}}).code == "heads");
  CHECK(of("add", {x, y}).code == "shape");
  CHECK(of("additive_scores", {x, y, x, x, x}).path == "inputs/3");
  CHECK(of("cosine_scores", {x, y}).path == "inputs/1");
  CHECK(of("slice", {x}, {{"index", 3.0}}).path == "options/index");
  CHECK(of("select", {x, y}, {{"index", 2.0}}).code == "choice");
  CHECK(of("select", {x, y}, {{"value", word("c")}, {"names", std::vector<std::string>{"a"}}}).path == "options/value");
  CHECK(of("weighted_values", {x, y}).path == "inputs/1");
  CHECK(of("weighted_sum", {x, y}).path == "inputs/1");
  CHECK(of("padding_mask", {y}, {{"lengths", std::vector<double>{4}}}).path == "options/lengths");
  CHECK(of("padding_mask", {y}, {{"lengths", std::vector<double>{}}}).path == "options/lengths");
  CHECK(of("mask", {y, x}).path == "inputs/1");
  CHECK(of("reshape", {x}, {{"shape", std::vector<double>{5, -1}}}).code == "shape");
  CHECK(of("reshape", {x}, {{"shape", std::vector<double>{-1, -1}}}).code == "option");
  CHECK(of("permute", {x}, {{"axes", std::vector<double>{0, 0}}}).code == "axis");
  CHECK(of("reorder", {x}, {{"order", std::vector<double>{3}}}).code == "range");
  CHECK(of("concat", {x, y}, {{"axis", 0.0}}).code == "shape");
  CHECK(of("stack", {x, y}).path == "inputs/1");
  CHECK(of("linear", {x, y}).path == "inputs/1");
  CHECK(says(of("linear", {x, y}), "Perhaps it is written in × out"));
  CHECK(of("one_hot", {x}, {{"size", 1.0}}).path == "options/size");
  CHECK(of("dropout", {x, y}).path == "inputs/1");
  CHECK(of("scaled_dot_product_attention", {x, y, y}).path == "inputs/1");
  CHECK(of("multihead_attention", {x, x, x, y, y}, {{"heads", 2.0}}).path == "inputs/3");
  CHECK(of("layer_norm", {x, y}).path == "inputs/1");
  CHECK(of("rotary", {y}).code == "shape");
  CHECK(of("add_positions", {x, y}).path == "inputs/1");
  CHECK(of("convolution", {x, y}).path == "inputs/1");
  CHECK(of("histogram", {x}, {{"from", 1.0}, {"to", 1.0}}).path == "options/to");
  CHECK(of("correlation", {x, y}).path == "inputs/1");
  CHECK(of("patches", {x}, {{"size", 2.0}}).path == "inputs/0");
  CHECK(of("ones", {}, {{"shape", std::vector<double>{-2}}}).path == "options/shape");
  Node none;
  none.name = "r";
  CHECK(refused(g.add_operation(none)).code == "operation");
  none.operation = find_operation("exp");
  none.inputs = {99};
  CHECK(refused(g.add_operation(none)).path == "inputs/0");
}

TEST_CASE("axes of scores are queries and keys, those of vectors are tokens, and labels are kept") {
  const WorkedExample s = worked_example();
  CHECK(s.graph.node(s.queries).axes[0].name == "token");
  CHECK(s.graph.node(s.scores).axes[0].name == "query");
  CHECK(s.graph.node(s.scores).axes[1].name == "key");
  CHECK(s.graph.node(s.weights).axes[1].name == "key");
  Graph g;
  const NodeId ids = apply(g, "ids", "tokenize_words", {}, {{"text", word("When in doubt look intelligent")}});
  CHECK(values(g, ids) == std::vector<float>{0, 2, 1, 4, 3});
  const NodeId table = source(g, "table", {5, 5}, random_numbers(25, 3), Role::input, {"word", "feature"});
  const NodeId x = apply(g, "x", "embedding", {ids, table}, {}, Role::input);
  const NodeId scores = apply(g, "w", "matmul", {x, x}, {{"transpose", word("second")}}, Role::scores);
  CHECK(g.node(scores).axes[0].name == "query");
  CHECK(g.node(scores).axes[1].name == "key");
  CHECK(g.node(scores).axes[1].labels == std::vector<std::string>{"When", "in", "doubt", "look", "intelligent"});
  const NodeId y =
      apply(g, "y", "matmul", {apply(g, "A", "softmax", {scores}, {}, Role::weights), x}, {}, Role::output);
  CHECK(g.node(y).axes[0].name == "token");
  CHECK(g.node(y).axes[0].labels.size() == 5);
  CHECK(english(g.explain(scores, {1, 4}, 2).lines[0].pieces[0].note) == "in → intelligent");
}

TEST_CASE("X Xᵀ distinguishes its two operands") {
  Graph g;
  const NodeId x = source(g, "x", {2, 3}, random_numbers(6, 8));
  const NodeId w = apply(g, "w", "matmul", {x, x}, {{"transpose", word("second")}});
  const Index cell{0, 1};
  CHECK(g.node(w).operation->sources(0, {g, w, cell, 2}) == std::vector<Index>{{0, 0}, {0, 1}, {0, 2}});
  CHECK(g.node(w).operation->sources(1, {g, w, cell, 2}) == std::vector<Index>{{1, 0}, {1, 1}, {1, 2}});
}

TEST_CASE("everything computed from random numbers is known to be untrained") {
  Graph g;
  Node node;
  node.name = "W";
  node.shape = {2, 2};
  node.random = RandomOrigin{"rand", 42, "g", 0, {}, {}};
  const Result<NodeId> w = g.add_source(node, {1, 2, 3, 4});
  REQUIRE(w);
  const NodeId x = source(g, "x", {2, 2}, {1, 2, 3, 4});
  const NodeId y = apply(g, "y", "matmul", {x, *w}), z = apply(g, "z", "exp", {y}), e = apply(g, "e", "exp", {x});
  CHECK(g.untrained(z)->seed == 42);
  CHECK_FALSE(g.untrained(e));
  CHECK(english(g.explain(*w, {0, 0}, 2).rule) == "Random, seed 42, not trained");
}

TEST_CASE("a masked cell explains its mask, a dropped one the draw that dropped it") {
  Graph g;
  const NodeId s = source(g, "s", {2, 2}, {1, 2, 3, 4}, Role::scores, {"query", "key"});
  const NodeId masked = apply(g, "m", "causal_mask", {s}, {}, Role::scores);
  CHECK(spoken(g.explain(masked, {0, 1}, 2)) == "m[1, 2] = −∞");
  CHECK(english(g.explain(masked, {0, 1}, 2).rule) == "Masked: key 2 comes after query 1");
  CHECK(english(g.explain(masked, {1, 1}, 2).rule) == "Not masked: key 2 does not come after query 2");
  const NodeId a = apply(g, "a", "softmax", {masked}, {}, Role::weights);
  CHECK(spoken(g.explain(a, {0, 1}, 2)).starts_with("a[1, 2] = e^−∞ / (e^1 + e^−∞) = 0"));
  CHECK(english(g.explain(a, {0, 1}, 2).rule) == "The score is −∞, and e to the −∞ is 0");
  const NodeId window = apply(g, "w", "sliding_window_mask", {s}, {{"before", 0.0}, {"after", 0.0}});
  CHECK(english(g.explain(window, {1, 0}, 2).rule) == "Masked: key 1 lies outside the window of query 2");
  const NodeId filling = apply(g, "p", "padding_mask", {s}, {{"lengths", std::vector<double>{1}}});
  CHECK(english(g.explain(filling, {0, 1}, 2).rule) == "Masked: key 2 is padding, the sequence has 1 tokens");

  const NodeId row = source(g, "row", {1, 2}, {.4770f, .5230f}), draws = source(g, "draws", {1, 2}, {.9f, .3f});
  const NodeId dropped = apply(g, "d", "dropout", {row, draws}, {{"p", 0.2}});
  CHECK(english(g.explain(dropped, {0, 0}, 2).rule) == "Dropped: the draw 0.90 is not below 0.80");
  CHECK(english(g.explain(dropped, {0, 1}, 2).rule) ==
        "Kept: the draw 0.30 is below 0.80, so it is multiplied by 1.25");
  CHECK(g.at(apply(g, "sum", "sum", {dropped}), Index{0}) == doctest::Approx(.654).epsilon(1e-3));
}

TEST_CASE("a softmax over scores beyond e⁷⁰⁹ is explained with numbers, none of them infinite") {
  for (const float shift : {1000.0F, -1000.0F, 0.0F}) {
    Graph g;
    std::vector<float> scores;
    for (int i = 0; i < 40; ++i) scores.push_back(shift + static_cast<float>(i % 7));
    const NodeId s = source(g, "S", {1, 40}, scores, Role::scores, {"query", "key"});
    const NodeId a = apply(g, "A", "softmax", {s}, {}, Role::weights);
    const std::string line = graph::spoken(g.explain(a, {0, 6}, 2));
    CAPTURE(line);
    CHECK(line.find("∞") == std::string::npos);
    CHECK(line.find("NaN") == std::string::npos);
    CHECK(line.find("inf") == std::string::npos);
  }
}

TEST_CASE("vectors as columns give S3's numbers: A = KᵀQ, softmax down the columns, B = V A′") {
  Graph g;
  const NodeId q = source(g, "Q", {3, 4}, {3, 7, 11, 8, 3, 3, 6, 7, 2, 4, 7, 5}, Role::query, {"feature", "query"});
  const NodeId k = source(g, "K", {3, 4}, {2, 1, 4, 4, 2, 3, 5, 5, 2, 4, 7, 5}, Role::key, {"feature", "key"});
  const NodeId v = source(g, "V", {2, 4}, {3, 1, 5, 6, 0, 2, 1, 1}, Role::value, {"feature", "token"});
  const NodeId a = apply(g, "A", "matmul", {k, q}, {{"transpose", word("first")}}, Role::scores);
  CHECK(values(g, a) == std::vector<float>{16, 28, 48, 40, 20, 32, 57, 49, 41, 71, 123, 102, 37, 63, 109, 92});
  CHECK(g.node(a).axes[0].name == "key");
  CHECK(english(g.explain(a, {2, 1}, 2).rule) == "Column 3 of K × column 2 of Q");
  const NodeId weights = apply(g, "A′", "softmax", {a}, {{"axis", -2.0}}, Role::weights);
  CHECK(g.at(weights, Index{2, 0}) == doctest::Approx(.9820137893));
  CHECK(english(g.explain(weights, {2, 1}, 2).rule) == "Softmax over column 2");
  const NodeId b = apply(g, "B", "matmul", {v, weights}, {}, Role::output);
  CHECK(g.at(b, Index{0, 0}) == doctest::Approx(5.018).epsilon(1e-3));
  CHECK(g.at(b, Index{1, 0}) == doctest::Approx(1.0).epsilon(1e-3));
  CHECK(g.node(a).operation->drawn_transposed(0, g.node(a).options));
  CHECK_FALSE(g.node(a).operation->drawn_transposed(1, g.node(a).options));
}
