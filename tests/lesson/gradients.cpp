// Gradients in lessons: the operation in a lesson file, its errors and limits, and gradients that are asked for.
#include "lesson/run/gradients.hpp"

#include "lesson/support.hpp"

using lessons::changed;

namespace {

// A lesson of the page with one more tensor, written before its first one.
std::string with_tensor(const std::string& id, const std::string& tensor) {
  return changed("\"tensors\": [", "\"tensors\": [" + tensor + ",", lessons::page_lesson(id));
}

graph::Graph run_text(const std::string& text, const lesson::Overrides& overrides = {}) {
  auto parsed = lesson::parse(text);
  REQUIRE_MESSAGE(parsed.has_value(), parsed.error().path, ": ", parsed.error().message);
  return lessons::run(*parsed, overrides);
}

lesson::Error refused_run(const std::string& text) {
  const auto parsed = lesson::parse(text);
  if (!parsed) return parsed.error();
  const auto result = lesson::run(*parsed, {});
  REQUIRE_FALSE(result.has_value());
  return result.error();
}

// What one cell of a tensor changes by while one cell of a source moves by 1, from five points.
double slope(const std::string& id, const std::string& of, const graph::Index& cell, const std::string& source,
             const graph::Index& index) {
  const lesson::Lesson opened = lessons::open(id);
  const double start = lessons::run(opened).at(lessons::node(lessons::run(opened), source), index);
  constexpr double h = 1.0 / 32;
  const auto at = [&](double step) {
    lesson::Overrides overrides;
    overrides.edits.push_back({source, index, static_cast<float>(start + step)});
    const graph::Graph graph = lessons::run(opened, overrides);
    return static_cast<double>(graph.at(lessons::node(graph, of), cell));
  };
  return (at(-2 * h) - 8 * at(-h) + 8 * at(h) - at(2 * h)) / (12 * h);
}

void check_slopes(const std::string& id, const std::string& of, const graph::Index& cell, const std::string& source) {
  lesson::GradientQuery query{of, cell, {source}};
  graph::Graph graph = lessons::run(lessons::open(id));
  const auto made = lesson::add_gradients(graph, query);
  REQUIRE_MESSAGE(made.has_value(), of, ": ", made ? "" : made.error().message);
  const graph::Shape shape = graph.node(made->front()).shape;
  CHECK(shape == graph.node(lessons::node(graph, source)).shape);
  for (std::size_t i = 0; i < shape[0]; ++i)
    for (std::size_t j = 0; j < shape[1]; ++j) {
      const double wanted = slope(id, of, cell, source, {i, j});
      CHECK(graph.at(made->front(), graph::Index{i, j}) == doctest::Approx(wanted).epsilon(2e-3).scale(0.05));
    }
}

}  // namespace

TEST_SUITE("gradients of lessons") {
  TEST_CASE("a line of a lesson file asks for the slope of a context vector with respect to the embedding") {
    const graph::Graph graph = run_text(with_tensor("sentence", R"({ "name": "slope", "operation": "gradient",
        "inputs": ["context_vector_2", "embedded_sentence"], "options": { "cell": [0] } })"));
    const graph::Node& node = graph.node(lessons::node(graph, "slope"));
    const graph::Node& words = graph.node(lessons::node(graph, "embedded_sentence"));
    CHECK(node.shape == words.shape);
    CHECK(node.axes[0].labels == words.axes[0].labels);
    CHECK(node.random.has_value());  // made of random numbers, as all of it
    CHECK(graph::plain(node.symbol).starts_with("∂"));
    // The same through the table: a word that stands once in the sentence has the row of that word.
    const graph::Graph table = run_text(with_tensor("sentence", R"({ "name": "slope", "operation": "gradient",
        "inputs": ["context_vector_2", "embed"], "options": { "cell": [0] } })"));
    const auto id = static_cast<std::size_t>(lessons::cell(graph, "sentence_int", {1}));
    CHECK_NEAR(lessons::row(table, "slope", id), (lessons::row(graph, "slope", 1)), 0);
  }

  TEST_CASE("gradients are what nudging a cell shows") {
    check_slopes("worked-example", "outputs", {0, 1}, "x");
    check_slopes("worked-example", "outputs", {2, 0}, "w_query");
    check_slopes("worked-example", "outputs", {1, 2}, "w_value");
    check_slopes("worked-example", "attn_scores_softmax", {0, 1}, "w_key");
  }

  TEST_CASE("several gradients at once are those asked for one by one") {
    graph::Graph graph = lessons::run(lessons::open("worked-example"));
    const std::size_t size = graph.size();
    const auto both = lesson::add_gradients(graph, {"outputs", graph::Index{0, 0}, {"w_key", "x"}});
    REQUIRE(both);
    graph::Graph other = lessons::run(lessons::open("worked-example"));
    const auto one = lesson::add_gradients(other, {"outputs", graph::Index{0, 0}, {"x"}});
    REQUIRE(one);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        CHECK(graph.at((*both)[1], graph::Index{i, j}) == other.at(one->front(), graph::Index{i, j}));
    CHECK(graph.node((*both)[0]).derived);
    graph.shrink(size);
    CHECK(graph.size() == size);
    CHECK_FALSE(graph.find("delta_1"));
  }

  TEST_CASE("an error of the operation has the pointer of its place") {
    const auto wrong = [](const std::string& tensor) { return refused_run(with_tensor("sentence", tensor)); };
    const lesson::Error many = wrong(R"({ "name": "slope", "operation": "gradient", "inputs": ["context", "embed"] })");
    CHECK(many.path == "/tensors/0/inputs/0");
    CHECK(many.message.find("cell") != std::string::npos);
    CHECK(wrong(R"({ "name": "slope", "operation": "gradient", "inputs": ["context", "embed"],
                     "options": { "cell": [99, 0] } })")
              .path == "/tensors/0/options/cell");
    CHECK(wrong(R"({ "name": "slope", "operation": "gradient", "inputs": ["context", "your_table"],
                     "options": { "cell": [0, 0] } })")
              .path == "/tensors/0/inputs/1");
    const lesson::Error flat = wrong(R"({ "name": "slope", "operation": "gradient", "inputs": ["strongest", "embed"],
                     "options": { "cell": [0] } })");
    CHECK(flat.path == "/tensors/0/inputs/0");
    CHECK(flat.message.find("argmax") != std::string::npos);
    CHECK(flat.message.find("strongest") != std::string::npos);
    CHECK(wrong(R"({ "name": "slope", "operation": "gradient", "inputs": ["context"] })").path == "/tensors/0/inputs");
  }

  TEST_CASE("the chain counts towards the limits of a lesson") {
    // Softmax of 1.2 million scores: within the limit of 4 million values by itself, not with what a gradient takes.
    const auto lesson = [](const std::string& more) {
      return changed("\"tensors\": [",
                     R"("tensors": [
        { "name": "many", "random": { "generator": "g", "draw": "rand", "shape": [1000, 1200] } },
        { "name": "shares", "operation": "softmax", "inputs": ["many"] },
        { "name": "total", "operation": "sum", "inputs": ["shares"], "options": { "all": true } },)" +
                         more,
                     lessons::small);
    };
    CHECK(lesson::run(*lesson::parse(lesson("")), {}).has_value());
    const lesson::Error large =
        refused_run(lesson(R"({ "name": "slope", "operation": "gradient", "inputs": ["total", "many"] },)"));
    CHECK(large.code == "too_large");
    CHECK(large.path == "/tensors/3");
    graph::Graph graph = run_text(lesson(""));
    const auto asked = lesson::add_gradients(graph, {"total", std::nullopt, {"many"}});
    REQUIRE_FALSE(asked);
    CHECK(asked.error().code == "too_large");
  }

  TEST_CASE("a lesson has at most a hundred gradients") {
    const auto many = [](std::size_t count) {
      std::string tensors;
      for (std::size_t i = 0; i < count; ++i)
        tensors += R"({ "name": "slope)" + std::to_string(i) +
                   R"(", "operation": "gradient", "inputs": ["y", "x"], "options": { "cell": [0, 0] } },)";
      return changed("\"tensors\": [", "\"tensors\": [" + tensors, lessons::small);
    };
    CHECK(lesson::run(*lesson::parse(many(100)), {}).has_value());
    CHECK(refused_run(many(101)).path == "/tensors/100");
  }

  TEST_CASE("an error of a question has the path of its place") {
    graph::Graph graph = lessons::run(lessons::open("sentence"));
    const auto path = [&](const lesson::GradientQuery& query) {
      const auto made = lesson::add_gradients(graph, query);
      REQUIRE_FALSE(made);
      return made.error().path;
    };
    const std::size_t size = graph.size();
    CHECK(path({"contxt", std::nullopt, {}}) == "of");
    CHECK(path({"context", std::nullopt, {"embed"}}) == "of");
    CHECK(path({"context", graph::Index{0}, {"embed"}}) == "cell");
    CHECK(path({"context", graph::Index{0, 0}, {"embed", "nothing"}}) == "wrt[1]");
    CHECK(path({"context", graph::Index{0, 0}, {"embed", "your_table"}}) == "wrt[1]");
    CHECK(path({"strongest", graph::Index{0}, {"embed"}}) == "of");
    CHECK(graph.size() == size);
    const auto misspelt = lesson::add_gradients(graph, {"contxt", std::nullopt, {}});
    CHECK(misspelt.error().message.find("Did you mean “context”?") != std::string::npos);
  }
}
