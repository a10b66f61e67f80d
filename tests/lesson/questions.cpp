// Errors in questions, and the quantities of a graph that answers are made of.
#include <cmath>

#include "lesson/questions/answers.hpp"
#include "lesson/support.hpp"

namespace {

// The question of the small lesson, with these parts.
lesson::Error error_of_parts(const std::string& parts) {
  return lessons::error_of(
      lessons::changed("\"answer\": { \"en\": \"!\" },", "\"answer\": { \"en\": \"!\" }, \"parts\": " + parts + ","));
}

std::vector<double> numbers(const lesson::Quantity& quantity) {
  const auto opened = lesson::parse(lessons::small);
  REQUIRE(opened.has_value());
  const auto found = lesson::numbers_of(quantity, lessons::run(*opened));
  return found.value_or(std::vector<double>{});
}

lesson::Quantity of_x(lesson::Quantity::Kind kind, std::vector<graph::Index> cells = {}) {
  lesson::Quantity quantity;
  quantity.kind = kind;
  quantity.from = {"x", std::move(cells)};
  return quantity;
}

using Q = lesson::Quantity::Kind;

}  // namespace

TEST_SUITE("questions") {
  TEST_CASE("the question in web/lessons/README.md is one of its lesson, and every kind of part is told") {
    const std::string readme = lessons::read_file(std::string(AE_SOURCE_DIR) + "/web/lessons/README.md");
    const auto block = [&](std::string_view begins) {
      const std::size_t from = readme.find("```json\n" + std::string(begins)) + 8;
      return readme.substr(from, readme.find("\n```", from) - from);
    };
    std::string text = block("{\n  \"format\"");
    text.insert(text.find("\"stage\""), block("\"question\"") + ",\n");
    const auto opened = lesson::parse(text);
    REQUIRE_MESSAGE(opened.has_value(), (opened ? "" : opened.error().message));
    const auto& parts = opened->steps.front().question->parts;
    REQUIRE(parts.size() == 2);
    const graph::Graph graph = lessons::run(*opened);
    CHECK(lessons::all_cells(graph, "s") == std::vector<double>{2, 4});
    for (const char* kind : {"number", "shape", "cell", "choice", "several", "order", "truth", "goal"})
      CHECK_MESSAGE(readme.contains("`" + std::string(kind) + "`"), kind);
  }

  TEST_CASE("each mistake in a question is reported with its location and how to fix it") {
    const std::string at = "/steps/0/question/parts";
    struct Wrong {
      const char* parts;
      const char* pointer;
      const char* says;
    };
    const Wrong wrongs[] = {
        {"[]", "", "at least one part"},
        {R"([{ "kind": "guess" }])", "/0/kind", "number"},
        {R"([{ "kind": "number" }])", "/0", "“answer” is missing"},
        {R"([{ "kind": "number", "answer": 36 }])", "/0/answer", "computed from the graph"},
        {R"([{ "kind": "number", "answer": { "shape": "x", "size": ["x"] } }])", "/0/answer", "exactly one key"},
        {R"([{ "kind": "number", "answer": { "shape": "xx" } }])", "/0/answer/shape", "xx"},
        {R"([{ "kind": "number", "answer": { "size": [] } }])", "/0/answer/size", "at least one tensor"},
        {R"([{ "kind": "number", "answer": { "ratio": [{ "shape": "x" }] } }])", "/0/answer/ratio", "list of two"},
        {R"([{ "kind": "number", "answer": { "shape": "x" }, "tolerance": -1 }])", "/0/tolerance", ""},
        {R"([{ "kind": "shape", "answer": { "shape": "x" }, "tolerance": 1 }])", "/0/tolerance", "Leave it out"},
        {R"([{ "kind": "number", "answer": { "shape": "x" }, "options": [] }])", "/0/options", "Leave it out"},
        {R"([{ "kind": "choice", "options": [{ "id": "a", "label": { "en": "a" }, "right": true }] }])", "/0/options",
         "at least two"},
        {R"([{ "kind": "choice", "options": [{ "id": "a", "label": { "en": "a" } }, { "id": "b", "label": { "en": "b" } }] }])",
         "/0/options", "can be right"},
        {R"([{ "kind": "several", "options": [{ "id": "a", "label": { "en": "a" }, "right": true },
             { "id": "a", "label": { "en": "b" } }] }])",
         "/0/options/1/id", "its own id"},
        {R"([{ "kind": "truth", "answer": { "equal": [1] } }])", "/0/answer/equal", "two sides"},
        {R"([{ "kind": "truth", "answer": {} }])", "/0/answer", "“equal”"},
        {R"([{ "kind": "order", "answer": { "order": { "tensor": "x" } } }])", "/0", "“labels” is missing"},
        {R"([{ "kind": "cell", "answer": { "largest": { "tensor": "x" } } }])", "/0", "“tensor” is missing"},
        {R"([{ "kind": "number", "answer": { "shape": "x" }, "wrong": [{ "value": 1 }] }])", "/0/wrong/0",
         "“say” is missing"},
    };
    for (const Wrong& wrong : wrongs) {
      CAPTURE(std::string(wrong.parts));
      const lesson::Error error = error_of_parts(wrong.parts);
      CHECK(error.path == at + wrong.pointer);
      CHECK(lessons::says(error, wrong.says));
    }
  }

  TEST_CASE("a variant has as many parts as the question") {
    const auto error = lessons::error_of(
        lessons::changed("\"answer\": { \"en\": \"!\" },",
                         R"("answer": { "en": "!" }, "variants": [{ "prompt": { "en": "?" }, "answer": { "en": "!" },
           "parts": [{ "kind": "shape", "answer": { "shape": "x" } }] }],)"));
    CHECK(error.path == "/steps/0/question/variants/0");
  }

  TEST_CASE("quantities are read from the graph: x is [[1, 2, 3], [4, 5, 6]]") {
    CHECK(numbers(of_x(Q::cells, {{1, 0}, {0, 2}})) == std::vector<double>{4, 3});
    CHECK(numbers(of_x(Q::cells)) == std::vector<double>{1, 2, 3, 4, 5, 6});
    CHECK(numbers(of_x(Q::sum)) == std::vector<double>{21});
    CHECK(numbers(of_x(Q::shape)) == std::vector<double>{2, 3});
    CHECK(numbers(of_x(Q::different)) == std::vector<double>{2});
    CHECK(numbers(of_x(Q::largest)) == std::vector<double>{6});
    CHECK(numbers(of_x(Q::place, {{0, 0}, {0, 2}, {0, 1}})) == std::vector<double>{1});
    CHECK(numbers(of_x(Q::order, {{0, 0}, {0, 2}, {0, 1}})) == std::vector<double>{1, 2, 0});
    lesson::Quantity second = of_x(Q::largest);
    second.rank = 2;
    CHECK(numbers(second) == std::vector<double>{5});
    second.smallest_first = true;
    CHECK(numbers(second) == std::vector<double>{2});
    lesson::Quantity axis = of_x(Q::axis);
    axis.axis = 1;
    CHECK(numbers(axis) == std::vector<double>{3});
    lesson::Quantity size;
    size.kind = Q::size;
    size.tensors = {"x", "x"};
    CHECK(numbers(size) == std::vector<double>{12});
    lesson::Quantity ratio;
    ratio.kind = Q::ratio;
    ratio.of = {of_x(Q::cells, {{1, 2}}), of_x(Q::cells, {{0, 1}})};
    CHECK(numbers(ratio) == std::vector<double>{3});
  }

  TEST_CASE(
      "quantities that do not exist have no value: a cell or rank out of range, an axis too many, division by 0") {
    CHECK(numbers(of_x(Q::cells, {{2, 0}})).empty());
    CHECK(numbers(of_x(Q::cells, {{0}})).empty());
    lesson::Quantity beyond = of_x(Q::place);
    beyond.rank = 7;
    CHECK(numbers(beyond).empty());
    lesson::Quantity axis = of_x(Q::axis);
    axis.axis = 2;
    CHECK(numbers(axis).empty());
    lesson::Quantity zero;
    zero.numbers = {0};
    lesson::Quantity ratio;
    ratio.kind = Q::ratio;
    ratio.of = {of_x(Q::cells, {{0, 0}}), zero};
    CHECK(numbers(ratio).empty());
  }

  TEST_CASE("seed 0 gets the question itself, and seeds are spread over the variants") {
    lesson::Question question;
    question.id = "q";
    question.variants.resize(2);
    CHECK(&lesson::asked_of(question, 0) == &question);
    int own = 0;
    for (std::size_t seed = 1; seed <= 30; ++seed) own += &lesson::asked_of(question, seed) == &question;
    CHECK(own > 5);
    CHECK(own < 15);
  }
}
