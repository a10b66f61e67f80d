// Running a lesson: parameters, edits, random draws, the order of computing, and the limits for untrusted files.
#include <limits>

#include "lesson/support.hpp"

using lessons::changed;
using lessons::small;

namespace {

lesson::Lesson parsed(const std::string& text) {
  auto result = lesson::parse(text);
  REQUIRE_MESSAGE(result.has_value(), result.error().path, ": ", result.error().message);
  return std::move(*result);
}

lesson::Error refused(const std::string& text, const lesson::Overrides& overrides = {}) {
  const auto result = lesson::run(parsed(text), overrides);
  REQUIRE(!result.has_value());
  return result.error();
}

using lesson::Overrides;
using Word = std::string;

}  // namespace

TEST_SUITE("running a lesson") {
  TEST_CASE("tensors are computed in any order of the file") {
    const std::string y =
        R"({ "name": "y", "role": "scores", "operation": "matmul", "inputs": ["x", "w"], "options": { "transpose": "none" } },)";
    const std::string moved = changed("\"tensors\": [", "\"tensors\": [" + y, changed(y, ""));
    CHECK(lessons::all_cells(lessons::run(parsed(moved)), "y") == lessons::all_cells(lessons::run(parsed(small)), "y"));
  }

  TEST_CASE("random tensors are drawn in the order of the file, not in that of computation") {
    // "late" is computed by an operation in its other case, so it is computed last, but drawn second of three.
    const std::string tensors = R"("tensors": [
      { "name": "a", "random": { "generator": "g", "draw": "rand", "shape": [2] } },
      { "name": "late", "choose": { "parameter": "masked", "cases": {
          "false": { "random": { "generator": "g", "draw": "rand", "shape": [2] } },
          "true": { "operation": "exp", "inputs": ["b"] } } } },
      { "name": "b", "random": { "generator": "g", "draw": "rand", "shape": [2] } },
      { "name": "all", "random": { "generator": "h", "draw": "rand", "shape": [6] } },)";
    const std::string text = changed("\"tensors\": [", tensors,
                                     changed("\"seed\": 42 }", "\"seed\": 42 }, { \"name\": \"h\", \"seed\": 42 }"));
    const graph::Graph graph = lessons::run(parsed(text));
    const auto all = lessons::all_cells(graph, "all");
    CHECK(lessons::all_cells(graph, "a") == std::vector<double>{all[0], all[1]});
    CHECK(lessons::all_cells(graph, "late") == std::vector<double>{all[2], all[3]});
    CHECK(lessons::all_cells(graph, "b") == std::vector<double>{all[4], all[5]});
  }

  TEST_CASE("discarded draws advance the generator") {
    const std::string discard = R"("seed": 42, "discard": [{ "draw": "randint", "shape": [3], "high": 10 }] })";
    const auto kept = lessons::all_cells(lessons::run(parsed(small)), "w");
    const auto shifted = lessons::all_cells(lessons::run(parsed(changed("\"seed\": 42 }", discard))), "w");
    CHECK(shifted[0] == kept[3]);
  }

  TEST_CASE("PyTorch's numbers: torch.manual_seed(42); torch.rand(3, 2) starts with 0.8823, 0.9150") {
    const auto w = lessons::all_cells(lessons::run(parsed(small)), "w");
    CHECK_NEAR(w, ({0.8823, 0.9150, 0.3829, 0.9593, 0.3904, 0.6009}), 5e-5);
  }

  TEST_CASE("every kind of draw exists, and the same seed gives the same numbers") {
    const std::pair<const char*, const char*> draws[] = {{"rand", ""},
                                                         {"randn", ""},
                                                         {"randint", ", \"high\": 10"},
                                                         {"uniform", ", \"from\": -1"},
                                                         {"gaussian", ", \"std\": 2"},
                                                         {"xavier_uniform", ""},
                                                         {"xavier_normal", ""},
                                                         {"kaiming_uniform", ", \"mode\": \"fan_out\""},
                                                         {"kaiming_normal", ", \"nonlinearity\": \"relu\""},
                                                         {"linear_weight", ""},
                                                         {"embedding", ""},
                                                         {"dropout", ""}};
    for (const auto& [name, options] : draws) {
      CAPTURE(name);
      const std::string text = changed("\"draw\": \"rand\"", "\"draw\": \"" + Word(name) + "\"" + options);
      const auto first = lessons::all_cells(lessons::run(parsed(text)), "w");
      CHECK(first == lessons::all_cells(lessons::run(parsed(text)), "w"));
      CHECK(first[0] != first[1]);
    }
    const std::string bias = changed("[3, { \"parameter\": \"size\" }]", "[3], \"in_features\": 4",
                                     changed("\"draw\": \"rand\"", "\"draw\": \"linear_bias\""));
    const std::string vector =
        changed("\"inputs\": [\"x\", \"w\"]", "\"inputs\": [\"x\", \"x\"]", changed("\"none\"", "\"second\"", bias));
    for (double b : lessons::all_cells(lessons::run(parsed(vector)), "w")) CHECK((b >= -.5 && b <= .5));
  }

  TEST_CASE("a parameter sets a size, and an unknown or invalid one is refused by name") {
    const graph::Graph wide = lessons::run(parsed(small), {{{"size", 4.}}, {}, "en"});
    CHECK(wide.node(lessons::node(wide, "y")).shape == graph::Shape{2, 4});
    CHECK(lessons::says(refused(small, {{{"sise", 4.}}, {}, "en"}), "Did you mean “size”?"));
    CHECK(refused(small, {{{"size", 5.}}, {}, "en"}).path == "/parameters/0");
    CHECK(refused(small, {{{"size", Word("4")}}, {}, "en"}).path == "/parameters/0");
    CHECK(lessons::says(refused(small, {{{"way", Word("dto")}}, {}, "en"}), "Did you mean “dot”?"));
  }

  TEST_CASE("a choice decides which operation makes a tensor") {
    const lesson::Lesson opened = parsed(small);
    CHECK_NEAR(lessons::all_cells(lessons::run(opened), "z"), ({14, 32, 32, 77}), 0);
    const graph::Graph soft = lessons::run(opened, {{{"way", Word("soft")}}, {}, "en"});
    CHECK(soft.node(lessons::node(soft, "z")).operation->name() == "softmax");
  }

  TEST_CASE("edits are applied to sources in order, and dependent tensors are recomputed") {
    const graph::Graph edited = lessons::run(parsed(small), {{}, {{"x", {0, 0}, 9}, {"x", {0, 0}, 10}}, "en"});
    CHECK(lessons::cell(edited, "x", {0, 0}) == 10);
    CHECK(lessons::cell(edited, "z", {0, 0}) == 113);
    CHECK(edited.edits(lessons::node(edited, "x")).size() == 1);
  }

  TEST_CASE("an edit of a cell that does not exist is refused with its index in the list") {
    CHECK(refused(small, {{}, {{"x", {0, 0}, 1}, {"xx", {0, 0}, 1}}, "en"}).path == "/edits/1");
    CHECK(refused(small, {{}, {{"x", {0, 3}, 1}}, "en"}).path == "/edits/0");
    CHECK(refused(small, {{}, {{"x", {0}, 1}}, "en"}).path == "/edits/0");
    CHECK(refused(small, {{}, {{"y", {0, 0}, 1}}, "en"}).path == "/edits/0");
    CHECK(refused(small, {{}, {{"x", {0, 0}, std::numeric_limits<float>::infinity()}}, "en"}).path == "/edits/0");
  }

  TEST_CASE("labels come in the reader's language and fall back to English") {
    const lesson::Lesson opened = parsed(small);
    const auto labels = [&](const char* language) {
      const graph::Graph graph = lessons::run(opened, {{}, {}, language});
      return graph.node(lessons::node(graph, "x")).axes.at(0).labels;
    };
    CHECK(labels("de") == std::vector<std::string>{"one", "zwei"});
    CHECK(labels("fr") == std::vector<std::string>{"one", "two"});
  }

  TEST_CASE("shapes that do not fit are reported with the pointer of the tensor") {
    const auto error = refused(changed("\"inputs\": [\"x\", \"w\"]", "\"inputs\": [\"x\", \"x\"]"));
    CHECK(error.path.starts_with("/tensors/2"));
  }

  TEST_CASE("more than 4 million values are refused before anything is drawn") {
    const auto error = refused(changed("[3, { \"parameter\": \"size\" }]", "[3, 2000000]"));
    CHECK(error.code == "too_large");
    CHECK(error.path == "/tensors/1");
    const auto sizes = refused(changed("[3, { \"parameter\": \"size\" }]", "[4000000, 4000000, 4000000, 4000000]"));
    CHECK(sizes.code == "too_large");
  }

  TEST_CASE("discarded draws count towards the limit") {
    const std::string discard =
        R"("seed": 42, "discard": [{ "draw": "rand", "shape": [4000000] }, { "draw": "rand", "shape": [4000000] }] })";
    CHECK(refused(changed("\"seed\": 42 }", discard)).path == "/generators/0/discard/1");
  }

  TEST_CASE("more than 200 million multiply-adds are refused before anything is computed") {
    const std::string big = R"("tensors": [
      { "name": "big", "random": { "generator": "g", "draw": "rand", "shape": [700, 700] } },
      { "name": "square", "operation": "matmul", "inputs": ["big", "big"] },)";
    const auto error = refused(changed("\"tensors\": [", big));
    CHECK(error.code == "too_large");
    CHECK(lessons::says(error, "multiply-adds"));
  }

  TEST_CASE("values with a shape use the leading part, and no more than exists") {
    const std::string part = "\"values\": [[1, 2, 3], [4, 5, 6]], \"shape\": [2, { \"parameter\": \"size\" }]";
    const std::string text =
        changed("\"values\": [[1, 2, 3], [4, 5, 6]]", part,
                changed("\"inputs\": [\"x\", \"w\"]", "\"inputs\": [\"x\", \"x\"]", changed("\"none\"", "\"second\"")));
    CHECK_NEAR(lessons::all_cells(lessons::run(parsed(text)), "x"), ({1, 2, 4, 5}), 0);
    CHECK(refused(text, {{{"size", 4.}}, {}, "en"}).path == "/tensors/0/shape/1");
  }

  TEST_CASE("a random tensor states its origin, for the label and for exported code") {
    const std::string discard = R"("seed": 42, "discard": [{ "draw": "rand", "shape": [3] }] })";
    const graph::Graph graph = lessons::run(parsed(changed("\"seed\": 42 }", discard)));
    const auto& origin = graph.node(lessons::node(graph, "w")).random;
    REQUIRE(origin.has_value());
    CHECK(origin->draw == "rand");
    CHECK(origin->seed == 42);
    CHECK(origin->generator == "g");
    CHECK(origin->before.size() == 1);
    CHECK(graph.untrained(lessons::node(graph, "y")).has_value());
  }
}
