// Runs of training: the compiled step against the graph's own evaluation, earlier steps from checkpoints, runs that blow
// up, and what is refused.
#include <array>
#include <cmath>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "graph/gradient/derivative.hpp"
#include "lesson/run/run.hpp"
#include "sanitized.hpp"
#include "training/support.hpp"

using attention::Tensor;
using trained::changed;
using trained::start;
using trained::take;

namespace {

Tensor as_tensor(const graph::Shape& shape, const float* data) {
  return expect::tensor(shape, {data, data + attention::product(shape)});
}

std::vector<std::vector<float>> numbers(const training::Trainer& trainer) {
  std::vector<std::vector<float>> all;
  for (const training::Weights& weight : trainer.weights()) all.push_back(weight.values);
  return all;
}

graph::Error refused(const std::string& text) {
  const auto made = training::Trainer::make(expect::value(lesson::parse(text)), {});
  REQUIRE_MESSAGE(!made.has_value(), "this should have been refused");
  return made.error();
}

}  // namespace

TEST_SUITE("a run of training") {
  TEST_CASE("the first step's loss, slopes and watched tensors are those that the graph computes") {
    for (const std::string& id : trained::lessons) {
      CAPTURE(id);
      const lesson::Lesson lesson = expect::value(lesson::parse(trained::text(id)));
      graph::Graph graph = expect::value(lesson::run(lesson, {}));
      const auto trainer = start(trained::text(id));
      take(*trainer, 1);
      const graph::NodeId loss = *graph.find("loss");
      CHECK(expect::difference(as_tensor({}, trainer->losses().data()), graph.tensor(loss).tensor) == "");
      std::vector<graph::NodeId> weights;
      for (const training::Weights& weight : trainer->weights()) weights.push_back(*graph.find(weight.name));
      const auto slopes = expect::value(graph::add_gradients(graph, loss, std::nullopt, weights));
      for (std::size_t i = 0; i < weights.size(); ++i) {
        const training::Weights& weight = trainer->weights()[i];
        CAPTURE(weight.name);
        CHECK(expect::difference(as_tensor(weight.shape, weight.slopes), graph.tensor(slopes[i]).tensor) == "");
      }
      const Tensor& watched = graph.tensor(*graph.find("weights")).tensor;
      CHECK(expect::difference(as_tensor(attention::shape_of(watched), trainer->watched(0).data()), watched) == "");
    }
  }

  TEST_CASE("the share of right answers is that of rows whose largest logit is the target's") {
    const lesson::Lesson lesson = expect::value(lesson::parse(trained::text("letter-before")));
    const graph::Graph graph = expect::value(lesson::run(lesson, {}));
    const graph::NodeId answers = *graph.find("answers"), targets = *graph.find("targets");
    const graph::Shape& shape = graph.node(answers).shape;
    float right = 0, asked = 0;
    for (std::size_t b = 0; b < shape[0]; ++b)
      for (std::size_t t = 0; t < shape[1]; ++t) {
        const auto target = static_cast<std::size_t>(graph.at(targets, graph::Index{b, t}));
        bool largest = true;
        for (std::size_t c = 0; c < shape[2]; ++c)
          largest =
              largest && graph.at(answers, graph::Index{b, t, c}) <= graph.at(answers, graph::Index{b, t, target});
        right += largest;
        asked += 1;
      }
    const auto trainer = start(trained::text("letter-before"));
    take(*trainer, 1);
    CHECK(trainer->right()[0] == right / asked);
    CHECK(trainer->held_out()[0].right.has_value());
  }

  TEST_CASE("plain descent moves a watched weight by the rate times its slope, and a nudge finds that slope") {
    const auto trainer = start(trained::text("letter-before"));
    trainer->watch_weight(2, 40);
    take(*trainer, 30);
    const std::vector<training::WeightSample> samples(trainer->samples().begin(), trainer->samples().end());
    REQUIRE(samples.size() == 30);
    for (std::size_t n = 0; n + 1 < samples.size(); ++n)
      CHECK(samples[n + 1].value == doctest::Approx(samples[n].value - 0.5f * samples[n].slope).epsilon(1e-6));
    for (const std::size_t step : {0, 17, 29}) {
      trainer->go_to(step);
      const training::WeightSample now = trainer->sample();
      CHECK(now.value == samples[step].value);
      CHECK(now.slope == samples[step].slope);
      const double nudged = trainer->nudge().slope();
      CHECK(std::abs(nudged - static_cast<double>(now.slope)) < 0.02 * std::abs(nudged) + 2e-6);
    }
    // Looking does not move the run.
    const auto other = start(trained::text("letter-before"));
    take(*other, 29);
    trainer->go_to(29);
    CHECK(numbers(*trainer) == numbers(*other));
  }

  TEST_CASE("any earlier step is there again to the bit, and the steps after it") {
    for (const std::string& optimiser : trained::optimisers) {
      CAPTURE(optimiser);
      const auto trainer = start(trained::text("letter-before"), optimiser);
      std::vector<std::vector<std::vector<float>>> course{numbers(*trainer)};
      for (std::size_t n = 0; n < 300; ++n) {
        take(*trainer, 1);
        course.push_back(numbers(*trainer));
      }
      CHECK(trainer->checkpoint_interval() > 1);  // so that steps between them are computed again
      const std::vector<float> losses(trainer->losses().begin(), trainer->losses().end());
      for (const std::size_t n : {299, 7, 0, 150, 151, 300, 33}) {
        trainer->go_to(n);
        CHECK(trainer->taken() == n);
        CHECK(numbers(*trainer) == course[n]);
      }
      while (trainer->taken() < 300) take(*trainer, 1);
      CHECK(numbers(*trainer) == course[300]);
      CHECK(std::ranges::equal(trainer->losses(), losses));
    }
  }

  TEST_CASE("checkpoints hold no more than their share of memory, however long the run") {
    const auto trainer = start(trained::text("letter-before"), "adam");
    take(*trainer, 1200);
    CHECK(trainer->checkpoint_bytes() <= training::most_checkpoint_bytes);
    CHECK(trainer->checkpoint_interval() == 8);
  }

#ifdef __GLIBC__
  TEST_CASE("ten runs of 1,000 steps, one after another, need no more memory than two" * doctest::skip(sanitized)) {
    const std::string lesson = trained::text("letter-before");
    std::array<std::size_t, 10> during{}, after{};
    for (std::size_t run = 0; run < during.size(); ++run) {
      auto trainer = start(lesson);
      for (int step = 0; step < 1000; ++step) REQUIRE(trainer->step());
      during[run] = mallinfo2().uordblks;
      trainer.reset();
      after[run] = mallinfo2().uordblks;
    }
    // The allocator counts what it keeps for the next call as in use; 8 bytes a step would be more.
    constexpr std::size_t a_number_each_step = 8 * 8 * 1000;
    CHECK(during[9] < during[1] + a_number_each_step);
    CHECK(after[9] < after[1] + a_number_each_step);
    CHECK(during[1] > after[1] + a_number_each_step);  // the run itself is counted
  }
#endif

  TEST_CASE("a changed rate counts from the next step on, also when earlier steps are computed again") {
    const auto trainer = start(trained::text("letter-before"));
    take(*trainer, 10);
    const auto at_ten = numbers(*trainer);
    trainer->set_rate(0.1);
    take(*trainer, 10);
    const auto at_twenty = numbers(*trainer);
    trainer->go_to(10);
    CHECK(numbers(*trainer) == at_ten);
    trainer->go_to(20);
    CHECK(numbers(*trainer) == at_twenty);
    const auto unchanged = start(trained::text("letter-before"));
    take(*unchanged, 20);
    CHECK(numbers(*unchanged) != at_twenty);
    CHECK(std::equal(unchanged->losses().begin(), unchanged->losses().begin() + 11, trainer->losses().begin()));
    trainer->go_to(5);
    trainer->set_rate(0.5);  // as the lesson has it: what followed is forgotten
    CHECK(trainer->losses().size() == 5);
    take(*trainer, 15);
    CHECK(numbers(*trainer) == numbers(*unchanged));
  }

  TEST_CASE("a loss that is not a number ends the run, and the last good weights are kept") {
    const std::string text = changed(trained::text("letter-before"), "\"lr\": 0.5", "\"lr\": 1000");
    const auto trainer = start(text);
    std::vector<std::vector<std::vector<float>>> course{numbers(*trainer)};
    while (course.size() < 1000 && trainer->step()) course.push_back(numbers(*trainer));
    REQUIRE(trainer->stopped().has_value());
    const std::size_t at = *trainer->stopped();
    CHECK(trainer->losses().size() == at + 1);
    CHECK(!std::isfinite(trainer->losses()[at]));
    for (std::size_t n = 0; n < at; ++n) CHECK(std::isfinite(trainer->losses()[n]));
    CHECK(trainer->taken() == at - 1);
    CHECK(numbers(*trainer) == course[at - 1]);
    CHECK(!trainer->step());
    CHECK(training::cure(at).find("smaller learning rate") != std::string::npos);
    trainer->go_to(0);
    CHECK(trainer->step() == (at > 1));
    trainer->go_to(0);
    trainer->set_rate(0.1);
    CHECK(!trainer->stopped().has_value());
    take(*trainer, 20);
  }

  TEST_CASE("held-out losses are those of the lesson with these weights and the other generator's draws") {
    const auto trainer = start(trained::text("both-ways"));
    take(*trainer, 41);
    trainer->measure_held_out();
    REQUIRE(trainer->held_out().size() == 4);
    CHECK(trainer->held_out()[1].step == 20);
    CHECK(trainer->held_out()[3].step == 41);
    // The same lesson with the draws from “test”: its loss is the held-out loss at step 0.
    const std::string other = changed(trained::text("both-ways"), "{\"name\": \"data\", \"seed\": 102}",
                                      "{\"name\": \"data\", \"seed\": 103}");
    const graph::Graph graph = expect::value(lesson::run(expect::value(lesson::parse(other)), {}));
    const float loss = graph.at(*graph.find("loss"), {});
    CHECK(trainer->held_out()[0].loss == doctest::Approx(loss).epsilon(1e-6));
  }

  TEST_CASE("a parameter that the loss does not depend on is refused") {
    const auto error = refused(changed(trained::text("letter-before"), "\"answers\", \"targets\"]",
                                       "\"seen\", \"targets\"]},\n    {\"name\": \"seen\", \"operation\": \"slice\", "
                                       "\"inputs\": [\"x\"], \"options\": {\"axis\": 1, \"start\": 1, \"stop\": 12}"));
    CHECK(error.path == "/training/parameters/2");
    CHECK(error.message.find("does not depend on") != std::string::npos);
  }

  TEST_CASE("an operation without slope on the way is refused by name") {
    const auto error = refused(changed(trained::text("letter-before"), "\"inputs\": [\"x\", \"mixed_back\"]}",
                                       "\"inputs\": [\"cut\", \"mixed_back\"]},\n    {\"name\": \"cut\", "
                                       "\"operation\": \"round\", \"inputs\": [\"x\"]}"));
    CHECK(error.path == "/training/loss");
    CHECK(error.message.find("“round” has no slope") != std::string::npos);
  }

  TEST_CASE("a batch that would not fit into memory is refused before it is computed") {
    std::string text = trained::text("letter-before");
    while (text.find("[8, 12]") != std::string::npos) text = changed(text, "[8, 12]", "[80000, 12]");
    const auto error = refused(text);
    CHECK(error.code == "too_large");
    CHECK(error.path.starts_with("/tensors/"));
    CHECK(error.message.find("Make the tensors smaller") != std::string::npos);
  }

  TEST_CASE("a step whose slopes would not fit is refused, too") {
    const graph::Graph graph = expect::value(lesson::run(expect::value(lesson::parse(trained::text("block"))), {}));
    std::vector<training::Given> given(graph.size());
    for (graph::NodeId id = 0; id < graph.size(); ++id)
      if (!graph.node(id).operation) given[id] = {graph.tensor(id).tensor.data(), true};
    const graph::NodeId loss = *graph.find("loss");
    const auto compile = [&](std::size_t most) {
      return training::Program::compile(graph::recorded(graph), given, std::span(&loss, 1), most);
    };
    const std::size_t needed = expect::value(compile(1'000'000)).floats();
    CHECK(compile(needed).has_value());
    REQUIRE(!compile(needed - 1).has_value());
    CHECK(compile(needed - 1).error().message.find("Make the batch, or the model, smaller") != std::string::npos);
  }

  TEST_CASE("a lesson that does not say how can't be trained") {
    const auto made = training::Trainer::make(expect::value(lesson::parse(files::page_lesson("worked-example"))), {});
    REQUIRE(!made.has_value());
    CHECK(made.error().message.find("Give it “training”") != std::string::npos);
  }
}
