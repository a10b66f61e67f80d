// Attention figures in lesson files: errors name the place and how to fix it.
#include "lesson/support.hpp"

using lessons::error_of;
using lessons::says;

namespace {

std::string with_stage(const std::string& stage) {
  return R"json({ "format": 1, "id": "f", "version": "1.0.0", "title": { "en": "F" },
    "tensors": [{ "name": "row", "role": "weights", "values": [0.5, 0.5] },
                { "name": "a", "role": "weights", "values": [[1, 0], [0.5, 0.5]] },
                { "name": "s", "role": "scores", "values": [[1, 2], [3, 4]] },
                { "name": "wide", "role": "scores", "values": [[1, 2, 3], [3, 4, 5]] }],
    "steps": [{ "id": "one", "title": { "en": "One" }, "text": { "en": "t" }, "stage": )json" +
         stage + "}] }";
}

graph::Error run_error(const std::string& stage) {
  const auto parsed = lesson::parse(with_stage(stage));
  REQUIRE_MESSAGE(parsed.has_value(), parsed.error().message);
  const auto done = lesson::run(*parsed, {});
  REQUIRE_FALSE(done.has_value());
  return done.error();
}

}  // namespace

TEST_SUITE("an attention figure") {
  TEST_CASE("names its weights and the scores that they come from") {
    const auto parsed = lesson::parse(with_stage(R"([{ "attention": "a", "scores": "s" }])"));
    REQUIRE(parsed.has_value());
    const lesson::Figure& figure = parsed->steps[0].stage[0];
    CHECK(figure.kind == lesson::Figure::Kind::attention);
    CHECK(figure.tensors == std::vector<std::string>{"a"});
    CHECK(figure.scores == "s");
    CHECK(lesson::run(*parsed, {}).has_value());
  }

  TEST_CASE("is one kind of figure, not two") {
    const auto error = error_of(with_stage(R"([{ "attention": "a", "tensors": ["s"] }])"));
    CHECK(error.path == "/steps/0/stage/0");
    CHECK(says(error, "Give one of them"));
  }

  TEST_CASE("may have scores, which other figures may not") {
    const auto error = error_of(with_stage(R"([{ "tensors": ["a"], "scores": "s" }])"));
    CHECK(error.path == "/steps/0/stage/0/scores");
    CHECK(says(error, "Leave them out"));
  }

  TEST_CASE("appears at most once on a stage") {
    const auto error = error_of(with_stage(R"([{ "attention": "a" }, { "attention": "s" }])"));
    CHECK(error.path == "/steps/0/stage/1");
    CHECK(says(error, "a step of its own"));
  }

  TEST_CASE("names existing tensors") {
    CHECK(error_of(with_stage(R"([{ "attention": "b" }])")).path == "/steps/0/stage/0/attention");
    CHECK(error_of(with_stage(R"([{ "attention": "a", "scores": "b" }])")).path == "/steps/0/stage/0/scores");
  }

  TEST_CASE("needs a row per query and a column per key") {
    const auto error = run_error(R"([{ "attention": "row" }])");
    CHECK(error.path == "/steps/0/stage/0/attention");
    CHECK(says(error, "two axes or more"));
  }

  TEST_CASE("needs scores of the weights' shape") {
    const auto error = run_error(R"([{ "attention": "a", "scores": "wide" }])");
    CHECK(error.path == "/steps/0/stage/0/scores");
    CHECK(says(error, "another shape"));
  }
}

namespace {

std::string with_switch(const std::string& stage) {
  std::string text = with_stage(stage);
  const std::string before = "\"tensors\": [";
  return text.replace(text.find(before), before.size(),
                      R"("parameters": [{ "name": "way", "control": "choice", "label": { "en": "Way" }, "start": "up",
        "choices": [{ "value": "up", "label": { "en": "Up" } }, { "value": "down", "label": { "en": "Down" } }] }],
      )" + before);
}

}  // namespace

TEST_SUITE("a figure that follows a parameter") {
  TEST_CASE("is shown while the parameter has the value it names") {
    const auto parsed = lesson::parse(
        with_switch(R"([{ "tensors": ["a"] }, { "tensors": ["s"], "when": { "parameter": "way", "is": "down" } }])"));
    REQUIRE_MESSAGE(parsed.has_value(), parsed.error().message);
    CHECK(parsed->steps[0].stage[0].when.parameter.empty());
    CHECK(parsed->steps[0].stage[1].when.parameter == "way");
    CHECK(parsed->steps[0].stage[1].when.is == "down");
  }

  TEST_CASE("names a parameter and one of its values") {
    const auto value = error_of(
        with_switch(R"([{ "tensors": ["a"] }, { "tensors": ["s"], "when": { "parameter": "way", "is": "dwon" } }])"));
    CHECK(value.path == "/steps/0/stage/1/when/is");
    CHECK(says(value, "Did you mean “down”?"));
    const auto parameter = error_of(
        with_switch(R"([{ "tensors": ["a"] }, { "tensors": ["s"], "when": { "parameter": "why", "is": "down" } }])"));
    CHECK(parameter.path == "/steps/0/stage/1/when/parameter");
  }

  TEST_CASE("never leaves the stage empty") {
    const std::string up = R"({ "tensors": ["s"], "when": { "parameter": "way", "is": "up" } })";
    const std::string down = R"({ "tensors": ["a"], "when": { "parameter": "way", "is": "down" } })";
    CHECK(says(error_of(with_switch("[" + up + "]")), "nothing is on this stage"));
    CHECK(lesson::parse(with_switch("[" + up + ", " + down + "]")).has_value());
  }

  TEST_CASE("is no attention figure") {
    const auto error = error_of(
        with_switch(R"([{ "attention": "a", "when": { "parameter": "way", "is": "up" } }, { "tensors": ["s"] }])"));
    CHECK(error.path == "/steps/0/stage/0/when");
  }
}

TEST_SUITE("an outline") {
  TEST_CASE("surrounds cells of a tensor of its own shape") {
    const auto parsed = lesson::parse(with_stage(R"([{ "tensors": ["s"], "outline": "a" }])"));
    REQUIRE(parsed.has_value());
    CHECK(parsed->steps[0].stage[0].outline == "a");
    CHECK(lesson::run(*parsed, {}).has_value());
    const auto error = run_error(R"([{ "tensors": ["wide"], "outline": "a" }])");
    CHECK(error.path == "/steps/0/stage/0/outline");
    CHECK(says(error, "another shape than “wide”"));
  }
}
