// Attention figures in lesson files: what is wrong with one is told with its place and its cure.
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
  TEST_CASE("names its weights and the scores that they were made of") {
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

  TEST_CASE("has scores; other figures have none") {
    const auto error = error_of(with_stage(R"([{ "tensors": ["a"], "scores": "s" }])"));
    CHECK(error.path == "/steps/0/stage/0/scores");
    CHECK(says(error, "Leave them out"));
  }

  TEST_CASE("stands once on a stage") {
    const auto error = error_of(with_stage(R"([{ "attention": "a" }, { "attention": "s" }])"));
    CHECK(error.path == "/steps/0/stage/1");
    CHECK(says(error, "a step of its own"));
  }

  TEST_CASE("names tensors that are there") {
    CHECK(error_of(with_stage(R"([{ "attention": "b" }])")).path == "/steps/0/stage/0/attention");
    CHECK(error_of(with_stage(R"([{ "attention": "a", "scores": "b" }])")).path == "/steps/0/stage/0/scores");
  }

  TEST_CASE("needs a row for each query and a column for each key") {
    const auto error = run_error(R"([{ "attention": "row" }])");
    CHECK(error.path == "/steps/0/stage/0/attention");
    CHECK(says(error, "two axes or more"));
  }

  TEST_CASE("needs scores of the weights' own shape") {
    const auto error = run_error(R"([{ "attention": "a", "scores": "wide" }])");
    CHECK(error.path == "/steps/0/stage/0/scores");
    CHECK(says(error, "another shape"));
  }
}
