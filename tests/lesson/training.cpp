// What a lesson says about training: what is read, which numbers follow parameters, and each error with its place.
#include "lesson/run/plan.hpp"
#include "lesson/support.hpp"

using lessons::changed;
using lessons::error_of;
using lessons::says;

namespace {

// The small lesson with a loss, the mean of y², and its training.
const std::string said_of_training = R"({ "loss": "loss", "parameters": ["w"], "steps": 5, "fresh": ["data"],
    "optimiser": { "name": "adamw", "lr": 0.1 }, "heldOut": { "generator": "test" } },)";

std::string trained(const std::string& said = said_of_training) {
  std::string text = changed("{ \"name\": \"z\"",
                             R"({ "name": "d", "random": { "generator": "data", "draw": "randn", "shape": [2, 3] } },
    { "name": "dw", "operation": "matmul", "inputs": ["d", "w"] },
    { "name": "squares", "operation": "square", "inputs": ["dw"] },
    { "name": "loss", "operation": "mean", "inputs": ["squares"], "options": { "all": true } },
    { "name": "z")");
  text = changed("{ \"name\": \"g\", \"seed\": 42 }",
                 R"({ "name": "g", "seed": 42 }, { "name": "data", "seed": 1 }, { "name": "test", "seed": 2 })", text);
  return changed("\"map\": [", "\"training\": " + said + "\n  \"map\": [", text);
}

std::string retrained(const std::string& from, const std::string& to) {
  return trained(changed(from, to, said_of_training));
}

lesson::Error plan_error(const std::string& text, const lesson::Overrides& overrides = {}) {
  const auto parsed = lesson::parse(text);
  REQUIRE_MESSAGE(parsed.has_value(), parsed.error().path, ": ", parsed.error().message);
  const auto plan = lesson::make_plan(*parsed, overrides);
  REQUIRE_MESSAGE(!plan.has_value(), "this should have been refused");
  return plan.error();
}

lesson::PlannedTraining planned_training(const std::string& text, const lesson::Overrides& overrides = {}) {
  const auto parsed = lesson::parse(text);
  REQUIRE_MESSAGE(parsed.has_value(), parsed.error().path, ": ", parsed.error().message);
  const auto plan = lesson::make_plan(*parsed, overrides);
  REQUIRE_MESSAGE(plan.has_value(), plan.error().path, ": ", plan.error().message);
  return *plan->training;
}

double option_of(const lesson::PlannedTraining& plan, const char* name) {
  return std::get<double>(plan.optimiser.find(name)->second);
}

}  // namespace

TEST_SUITE("training in a lesson file") {
  TEST_CASE("what is not given is PyTorch's default") {
    const auto adamw = planned_training(trained());
    CHECK(option_of(adamw, "lr") == 0.1);
    CHECK(option_of(adamw, "eps") == 1e-8);
    CHECK(option_of(adamw, "weight_decay") == 0.01);
    CHECK(std::get<std::vector<double>>(adamw.optimiser.find("betas")->second) == std::vector<double>{0.9, 0.999});
    CHECK(adamw.steps == 5);
    CHECK(adamw.every == 10);
    CHECK(adamw.batches == 1);
    CHECK(option_of(planned_training(retrained("adamw", "adam")), "weight_decay") == 0);
    CHECK(option_of(planned_training(retrained("adamw", "sgd")), "momentum") == 0);
  }

  TEST_CASE("numbers follow parameters of the lesson") {
    const std::string text = retrained("\"lr\": 0.1", "\"lr\": { \"parameter\": \"size\" }");
    CHECK(option_of(planned_training(text), "lr") == 2);
    CHECK(option_of(planned_training(text, {{{"size", 3.0}}, {}, "en"}), "lr") == 3);
    CHECK(planned_training(retrained("\"steps\": 5", "\"steps\": { \"parameter\": \"size\" }")).steps == 2);
  }

  TEST_CASE("optimiser and parameters follow a choice") {
    const std::string text =
        retrained(R"({ "name": "adamw", "lr": 0.1 })", R"({ "choose": { "parameter": "way", "cases": {
      "dot": { "name": "sgd", "lr": 0.5 }, "soft": { "name": "adam", "lr": 0.003 } } } })");
    CHECK(option_of(planned_training(text), "lr") == 0.5);
    const auto other = planned_training(text, {{{"way", std::string("soft")}}, {}, "en"});
    CHECK(option_of(other, "lr") == 0.003);
    CHECK(std::get<std::string>(other.optimiser.find("name")->second) == "adam");
  }

  TEST_CASE("an unknown parameter is named, and the nearest known tensor") {
    const auto error = error_of(retrained("[\"w\"]", "[\"w\", \"squarse\"]"));
    CHECK(error.path == "/training/parameters/1");
    CHECK(says(error, "Did you mean “squares”?"));
  }

  TEST_CASE("a parameter that is computed can't be trained") {
    const auto error = plan_error(retrained("[\"w\"]", "[\"dw\"]"));
    CHECK(error.path == "/training/parameters/0");
    CHECK(says(error, "computed from other tensors"));
  }

  TEST_CASE("a parameter that is drawn at each step can't be trained") {
    const auto error = plan_error(retrained("[\"w\"]", "[\"w\", \"d\"]"));
    CHECK(error.path == "/training/parameters/1");
    CHECK(says(error, "not listed in “fresh”"));
  }

  TEST_CASE("a parameter named twice is refused, and none at all") {
    CHECK(error_of(retrained("[\"w\"]", "[\"w\", \"w\"]")).path == "/training/parameters/1");
    CHECK(error_of(retrained("[\"w\"]", "[]")).path == "/training/parameters");
  }

  TEST_CASE("a loss of many cells is refused with the cure") {
    const auto error = plan_error(retrained("\"loss\": \"loss\"", "\"loss\": \"squares\""));
    CHECK(error.path == "/training/loss");
    CHECK(says(error, "4 cells"));
    CHECK(says(error, "mean or sum"));
  }

  TEST_CASE("fresh that names no generator is refused with the known ones") {
    const auto error = error_of(retrained("[\"data\"]", "[\"date\"]"));
    CHECK(error.path == "/training/fresh/0");
    CHECK(says(error, "Did you mean “data”?"));
    CHECK(error_of(retrained("\"test\"", "\"tests\"")).path == "/training/heldOut/generator");
  }

  TEST_CASE("sequences kept apart need a generator of their own") {
    const auto error = plan_error(retrained("\"test\"", "\"data\""));
    CHECK(error.path == "/training/heldOut/generator");
    CHECK(says(error, "of their own"));
  }

  TEST_CASE("more than 100,000 steps are refused, and fewer than one") {
    for (const char* steps : {"100001", "0", "2.5"}) {
      const auto error = error_of(retrained("\"steps\": 5", std::string("\"steps\": ") + steps));
      CHECK(error.path == "/training/steps");
      CHECK(says(error, "“steps” must be"));
    }
  }

  TEST_CASE("optimisers that do not exist, options that do not fit") {
    const auto unknown = error_of(retrained("adamw", "adamm"));
    CHECK(unknown.path == "/training/optimiser/name");
    CHECK(says(unknown, "Did you mean “adam”?"));
    CHECK(error_of(retrained("\"lr\": 0.1", "\"lr\": -1")).path == "/training/optimiser/lr");
    CHECK(error_of(retrained("\"lr\": 0.1", "\"rate\": 1")).path == "/training/optimiser/rate");
    CHECK(error_of(retrained("\"lr\": 0.1", "\"lr\": 1, \"betas\": [0.9]")).path == "/training/optimiser/betas");
    CHECK(error_of(retrained("\"lr\": 0.1", "\"lr\": 1, \"betas\": [0.9, 1]")).path == "/training/optimiser/betas");
    CHECK(says(error_of(retrained(", \"lr\": 0.1", "")), "needs the option “lr”"));
  }
}
