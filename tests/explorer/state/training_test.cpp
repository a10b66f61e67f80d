// The run of a lesson's training in the explorer: commands, what is shown, undo, links. A trainer of the project's own
// carries out the orders; what it computes is tested in tests/training.
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>

#include "explorer/run_support.hpp"
#include "explorer/support.hpp"
#include "sanitized.hpp"

using namespace explorer;
using namespace explorers;

namespace {

std::vector<float> losses_of(const std::string& optimiser, std::size_t steps) {
  const auto lesson = lesson::parse(run_lesson());
  auto trainer = training::Trainer::make(*lesson, {{{"optimiser", optimiser}}, {}, "en"}).value();
  for (std::size_t i = 0; i < steps; ++i) trainer->step();
  return {trainer->losses().begin(), trainer->losses().end()};
}

// A report of one step after `step`, of the settings at the beginning.
TrainingReport one_more(const Explorer& e, std::size_t step) {
  TrainingReport report;
  report.run = e.training_order()->run;
  report.first = step;
  report.losses = {1.0F};
  report.step = step + 1;
  report.weights = e.state().document.trained->weights;
  return report;
}

}  // namespace

TEST_CASE("a run goes on until it is paused, and its weights are those of every number of the step") {
  Explorer e = at_run();
  Runner runner;
  const float before = value(e, "loss", {});
  CHECK(e.training_order()->from == e.training_order()->until);
  must(e, RunTraining{true});
  CHECK(e.training_order()->until == 200);
  CHECK(runner.follow(e, 60) == 60);
  CHECK(run_of(e).running);
  must(e, RunTraining{false});
  CHECK(e.training_order()->from == e.training_order()->until);
  CHECK(run_of(e).step == 60);
  CHECK(run_of(e).losses == losses_of("sgd", 60));
  CHECK(value(e, "loss", {}) < before);
  // The lesson's own graph, given these weights cell by cell, has the same loss.
  const TrainedWeights& weights = *e.state().document.trained->weights;
  CHECK(weights.size() == 7);
  auto graph = lesson::run(e.lesson(), {}).value();
  std::vector<graph::CellEdit> cells;
  // The step shows sequences that the run is not trained on.
  const graph::NodeId letters = *graph.find("letters");
  for (std::size_t i = 0; i < 8 * 12; ++i) {
    const graph::Index place{i / 12, i % 12};
    cells.push_back({{letters, place}, value(e, "letters", place)});
  }
  for (const auto& [name, values] : weights) {
    const graph::NodeId id = *graph.find(name);
    const std::size_t columns = graph.node(id).shape[1];
    for (std::size_t i = 0; i < values.size(); ++i) cells.push_back({{id, {i / columns, i % columns}}, values[i]});
  }
  CHECK(graph.set(cells).has_value());
  CHECK(value(e, "loss", {}) == graph.at(*graph.find("loss"), {}));
}

TEST_CASE("the curve of a run that is not played yet is computed ahead, and the reader stays at its beginning") {
  Explorer e = at_run();
  Runner runner;
  const float before = value(e, "loss", {});
  CHECK(runner.follow(e, 100'000, true) == 200);
  CHECK(e.training_order(true)->from == e.training_order(true)->until);
  CHECK(run_of(e).ahead);
  CHECK(run_of(e).losses == losses_of("sgd", 200));
  CHECK(run_of(e).step == 0);
  CHECK_FALSE(run_of(e).can_reset);
  CHECK_FALSE(e.can_undo());
  CHECK(value(e, "loss", {}) == before);
  // A report that was on its way when the reader pressed Play does not move them.
  TrainingReport late;
  late.run = e.training_order()->run;
  late.ahead = true;
  late.step = 200;
  late.weights = std::make_shared<TrainedWeights>();
  must(e, RunTraining{true});
  CHECK(e.report(late).has_value());
  CHECK(run_of(e).step == 0);
  CHECK(runner.follow(e, 60) == 60);
  CHECK(run_of(e).step == 60);
  CHECK_FALSE(run_of(e).ahead);
  CHECK(run_of(e).losses == losses_of("sgd", 200));
}

TEST_CASE("a curve that a question asks for is not computed ahead before the question is answered") {
  Explorer e = open_page("learning");
  must(e, GoToStep{"rates"});
  const auto order = [&e] { return *e.training_order(true); };
  CHECK_FALSE(order().ahead);
  CHECK(order().until == order().from);
  must(e, Reveal{e.view().question->id});
  CHECK(order().ahead);
  must(e, GoToStep{"hundred"});
  CHECK(order().ahead);
}

TEST_CASE("a setting tried before the run is played leaves no curve behind") {
  Explorer e = at_run();
  Runner runner;
  runner.follow(e, 100'000, true);
  must(e, SetParameter{"rate", 0.25, false});
  CHECK(run_of(e).earlier.empty());
  CHECK(run_of(e).losses.empty());
  CHECK(runner.follow(e, 100'000, true) == 200);
}

TEST_CASE("other steps show the lesson's own numbers, and coming back the trained ones") {
  Explorer e = at_run();
  Runner runner;
  must(e, GoToStep{"start"});
  const float own = value(e, "loss", {}), cell = value(e, "W_q", {0, 0});
  must(e, GoToStep{"run"});
  must(e, SeekTraining{30});
  runner.follow(e);
  const float trained = value(e, "loss", {});
  CHECK(trained != own);
  must(e, GoToStep{"start"});
  CHECK(value(e, "loss", {}) == own);
  CHECK(value(e, "W_q", {0, 0}) == cell);
  CHECK_FALSE(e.training_order().has_value());
  CHECK(refusal(e, RunTraining{true}) != "");
  must(e, GoToStep{"bare"});
  CHECK(value(e, "loss", {}) == trained);
}

TEST_CASE("any step can be shown again, with the same numbers, and the run goes on from there") {
  Explorer e = at_run();
  Runner runner;
  must(e, SeekTraining{20});
  CHECK(run_of(e).target == 20);
  runner.follow(e);
  CHECK_FALSE(run_of(e).target.has_value());
  const float at_20 = value(e, "W_q", {3, 4});
  must(e, SeekTraining{50});
  runner.follow(e);
  CHECK(run_of(e).step == 50);
  CHECK(value(e, "W_q", {3, 4}) != at_20);
  must(e, SeekTraining{20});
  runner.follow(e);
  CHECK(run_of(e).step == 20);
  CHECK(value(e, "W_q", {3, 4}) == at_20);
  CHECK(run_of(e).taken == 50);
  must(e, SeekTraining{60});
  runner.follow(e);
  CHECK(run_of(e).losses == losses_of("sgd", 60));
  must(e, SeekTraining{1000});
  CHECK(run_of(e).target == 200);
}

TEST_CASE("a run is one entry of undo, and reset another") {
  Explorer e = at_run();
  Runner runner;
  const float own = value(e, "loss", {});
  must(e, RunTraining{true});
  for (int i = 0; i < 5; ++i) runner.follow(e, 10);
  must(e, RunTraining{false});
  const float trained = value(e, "loss", {});
  must(e, ResetTraining{});
  CHECK(value(e, "loss", {}) == own);
  CHECK(run_of(e).taken == 0);
  must(e, Undo{});
  CHECK(value(e, "loss", {}) == trained);
  CHECK(run_of(e).step == 50);
  CHECK(run_of(e).taken == 50);
  must(e, Undo{});
  CHECK(value(e, "loss", {}) == own);
  CHECK_FALSE(e.can_undo());
  must(e, Redo{});
  CHECK(value(e, "loss", {}) == trained);
}

TEST_CASE("the learning rate may change on the way, and later steps are forgotten") {
  Explorer e = at_run();
  Runner runner;
  must(e, SeekTraining{40});
  runner.follow(e);
  must(e, SeekTraining{25});
  runner.follow(e);
  must(e, SetParameter{"rate", 0.1});
  CHECK(run_of(e).step == 25);
  CHECK(run_of(e).taken == 25);
  CHECK(e.training_order()->rates == std::vector<std::pair<std::size_t, double>>{{0, 0.5}, {25, 0.1}});
  // A report from before is passed over.
  e.report(one_more(e, 25)).value();
  CHECK(run_of(e).taken == 25);
  must(e, SeekTraining{40});
  runner.follow(e);
  const auto lesson = lesson::parse(run_lesson());
  auto trainer = training::Trainer::make(*lesson, {}).value();
  for (int i = 0; i < 40; ++i) {
    if (i == 25) trainer->set_rate(0.1);
    trainer->step();
  }
  CHECK(run_of(e).losses == std::vector<float>(trainer->losses().begin(), trainer->losses().end()));
}

TEST_CASE("a setting that the loss depends on begins another run, any other does not") {
  Explorer e = at_run();
  Runner runner;
  must(e, SeekTraining{10});
  runner.follow(e);
  must(e, SetParameter{"shown", 3.0});
  CHECK(run_of(e).step == 10);
  must(e, SetParameter{"optimiser", "adam"});
  CHECK(run_of(e).step == 0);
  CHECK(run_of(e).taken == 0);
  CHECK(run_of(e).earlier.size() == 1);
  must(e, SeekTraining{10});
  runner.follow(e);
  CHECK(run_of(e).losses == losses_of("adam", 10));
  must(e, Undo{});
  must(e, Undo{});
  CHECK(run_of(e).step == 10);
  CHECK(run_of(e).losses == losses_of("sgd", 10));
  must(e, SetParameter{"seed", 7.0});
  CHECK(run_of(e).step == 0);
  // A setting that was tried shows its losses again.
  must(e, SetParameter{"seed", 101.0});
  CHECK(run_of(e).taken == 10);
}

TEST_CASE("another learning rate after the last step begins another run, and the first one's curve and weights stay") {
  Explorer e = at_run();
  Runner runner;
  must(e, SeekTraining{200});
  runner.follow(e);
  const float trained = value(e, "loss", {});
  must(e, SetParameter{"rate", 0.1});
  CHECK(run_of(e).step == 0);
  CHECK(run_of(e).can_run);
  REQUIRE(run_of(e).earlier.size() == 1);
  CHECK(run_of(e).earlier[0] == losses_of("sgd", 200));
  must(e, SetParameter{"rate", 0.5});
  CHECK(run_of(e).step == 200);
  CHECK(value(e, "loss", {}) == trained);
}

TEST_CASE("a step that sets something has a run of its own, with the lesson's own run for comparison") {
  std::string text = run_lesson();
  const std::string bare = R"("id": "bare",)";
  REQUIRE(text.find(bare) != std::string::npos);
  Explorer e = open_text(text.insert(text.find(bare), R"("set": { "optimiser": "adam" }, )"));
  Runner runner, other;
  must(e, GoToStep{"run"});
  must(e, SeekTraining{30});
  runner.follow(e);
  const float trained = value(e, "loss", {});
  must(e, GoToStep{"bare"});
  CHECK(run_of(e).step == 0);
  REQUIRE(run_of(e).earlier.size() == 1);
  CHECK(run_of(e).earlier[0] == losses_of("sgd", 30));
  must(e, SeekTraining{10});
  other.follow(e);
  CHECK(run_of(e).losses == losses_of("adam", 10));
  CHECK(run_of(e).earlier.size() == 1);
  CHECK(e.link() == "lesson=run&step=bare&run=10");
  must(e, GoToStep{"run"});
  CHECK(run_of(e).step == 30);
  CHECK(run_of(e).earlier.empty());  // the lesson's own run is not about what that step sets
  CHECK(value(e, "loss", {}) == trained);
  must(e, GoToStep{"bare"});
  CHECK(run_of(e).step == 10);
  must(e, Undo{});
  CHECK(run_of(e).step == 0);
  must(e, Redo{});
  CHECK(run_of(e).step == 10);
}

TEST_CASE("every step of a lesson that is entered again shows the step of its run at which it was left" *
          doctest::skip(sanitized)) {
  Explorer e = open_page("learning");
  Runner runner;
  std::vector<std::string> steps;
  for (const StepEntry& step : std::vector(e.view().steps)) {
    must(e, GoToStep{step.id});
    if (!e.view().closing && e.view().figure<TrainingView>()) steps.push_back(step.id);
  }
  REQUIRE(steps.size() == 6);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    must(e, GoToStep{steps[i]});
    must(e, SeekTraining{i + 2});
    runner.follow(e);
    if (steps[i] != "hundred") continue;
    must(e, SetParameter{"method", std::string("adam")});  // another run; then the first one again
    must(e, SeekTraining{1});
    runner.follow(e);
    must(e, SetParameter{"method", std::string("plain")});
  }
  for (const std::string before : {"guessing", "task"}) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      must(e, GoToStep{before});
      must(e, GoToStep{steps[i]});
      INFO(steps[i]);
      CHECK(run_of(e).step == i + 2);
    }
  }
}

TEST_CASE("a number of the reader's is where the run begins, and a trained one takes none") {
  Explorer e = at_run();
  Runner runner;
  edit(e, "W_q", {0, 0}, "2");
  must(e, SeekTraining{5});
  runner.follow(e);
  CHECK(run_of(e).losses != losses_of("sgd", 5));
  CHECK(refusal(e, EditCell{at(e, "W_q", {0, 0}), "3"}) != "");
  must(e, SeekTraining{0});
  CHECK(value(e, "W_q", {0, 0}) == 2);
}

TEST_CASE("a loss that is not a number ends the run at the last good weights") {
  Explorer e = at_run();
  Runner runner;
  must(e, SetParameter{"rate", 10.0});
  must(e, RunTraining{true});
  runner.follow(e);
  const TrainingView& run = run_of(e);
  CHECK_FALSE(run.running);
  CHECK(run.stopped.find("smaller learning rate") != std::string::npos);
  CHECK(run.step + 1 == run.taken - 1);
  CHECK(std::isfinite(value(e, "W_q", {0, 0})));
  CHECK(refusal(e, RunTraining{true}) == run.stopped);
  must(e, SeekTraining{3});
  runner.follow(e);
  must(e, SetParameter{"rate", 0.1});
  CHECK(run_of(e).stopped == "");
  must(e, SeekTraining{50});
  runner.follow(e);
  CHECK(run_of(e).step == 50);
}

TEST_CASE("a link holds the step of the run, and whoever opens it trains up to there") {
  Explorer e = at_run();
  Runner runner;
  must(e, SetParameter{"optimiser", "adam"});
  must(e, SeekTraining{15});
  runner.follow(e);
  const std::string link = e.link();
  CHECK(link == "lesson=run&step=run&run=15&p.optimiser=adam");
  Explorer other = open_text(run_lesson());
  CHECK(other.open_link(link).empty());
  CHECK(run_of(other).target == 15);
  CHECK(other.link() == link);
  Runner of_other;
  of_other.follow(other, 6);
  CHECK(run_of(other).target == 15);
  of_other.follow(other);
  CHECK(run_of(other).step == 15);
  CHECK(value(other, "loss", {}) == value(e, "loss", {}));
  must(e, GoToStep{"start"});
  CHECK(e.link() == "lesson=run&p.optimiser=adam");
  CHECK(other.open_link("lesson=run&step=run&run=many").size() == 1);
  other.open_link("lesson=run&step=run&run=9000");
  CHECK(run_of(other).target == 200);
  // One that is given up stays at the step that was reached.
  of_other.follow(other, 7);
  must(other, RunTraining{false});
  CHECK(run_of(other).step == 7);
  CHECK(other.link() == "lesson=run&step=run&run=7");
}

TEST_CASE("leaving the step pauses the run, and a late report moves nothing") {
  Explorer e = at_run();
  Runner runner;
  must(e, RunTraining{true});
  runner.follow(e, 10);
  TrainingReport late = one_more(e, 10);
  must(e, GoToStep{"start"});
  must(e, GoToStep{"run"});
  CHECK_FALSE(run_of(e).running);
  e.report(late).value();
  CHECK(run_of(e).step == 10);
  must(e, RunTraining{true});
  late.run += 1000;
  e.report(late).value();
  CHECK(run_of(e).step == 10);
}

TEST_CASE("the view has the maps of all heads with their shares, and the reading view a table of losses") {
  Explorer e = at_run();
  Runner runner;
  CHECK(run_of(e).maps->heads.size() == 4);
  CHECK(run_of(e).note == "No step has been taken yet: the weights are those that were drawn.");
  must(e, SeekTraining{100});
  runner.follow(e);
  CHECK(run_of(e).lines.front().text == "2.30");
  for (std::size_t head = 0; head < 4; ++head)
    CHECK(std::stod(run_of(e).maps->heads[head].share) == doctest::Approx(value(e, "shares", {head})).epsilon(0.02));
  const auto json = parse(e.reading_json());
  const auto run = json.root()["step"]["training"];
  CHECK(run["step"].number() == 100);
  CHECK(run["rows"].items().size() >= 5);
  for (const auto& row : run["rows"].items()) CHECK(row["heldOut"].text().value_or("") != "");
  CHECK(run["heads"].items().size() == 4);
  CHECK(e.training_order_json().find("\"from\":100,\"until\":100") != std::string::npos);
}

TEST_CASE("a figure of the run that does not fit is refused at its place") {
  const auto path_of = [](const std::string& from, const std::string& to) {
    std::string text = run_lesson();
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    const auto opened = Explorer::open(text.replace(at, from.size(), to));
    return opened ? std::string("opened") : opened.error().path;
  };
  CHECK(path_of("\"maps\": \"weights\"", "\"maps\": \"loss\"") == "/steps/1/training/maps");
  CHECK(path_of("\"even\": \"even\"", "\"even\": \"logits\"") == "/steps/1/training/even");
  CHECK(path_of("\"shares\": \"shares\"", "\"shares\": \"loss\"") == "/steps/1/training/shares");
  CHECK(path_of("\"maps\": \"weights\",", "") == "/steps/1/training/even");
  CHECK(path_of("\"lines\": [\"guessing\"]", "\"lines\": [\"even\"]") == "/steps/1/training/lines/0");
}

// ---- sequences: AE_ROUNDS=2000 runs longer, and the sequence of a failure is shown ----

namespace {

// The run alone: so many steps with these rates.
std::unique_ptr<training::Trainer> alone(const Explorer& e, const TrainingOrder& order, std::size_t steps) {
  auto trainer = training::Trainer::make(e.lesson(), order.settings).value();
  trainer->set_rates({order.rates.begin(), order.rates.end()});
  while (trainer->taken() < steps && trainer->step()) {
  }
  return trainer;
}

void check_figures(const Explorer& e) {
  const TrainingView& shown = run_of(e);
  const auto order = e.training_order();
  REQUIRE(order.has_value());
  const auto trainer = alone(e, *order, std::max(shown.losses.size(), shown.step));
  CHECK(shown.losses.size() >= shown.step);
  for (std::size_t i = 0; i < shown.losses.size(); ++i) REQUIRE(shown.losses[i] == trainer->losses()[i]);
  REQUIRE(shown.taken == shown.losses.size());
  if (!shown.losses.empty()) {
    const std::size_t last = std::min(shown.step, shown.losses.size() - 1);
    CHECK(shown.last == static_cast<double>(trainer->losses()[last]));
  }
  if (shown.step == 0) return;
  trainer->go_to(shown.step);
  const auto& weights = e.state().document.trained->weights;
  for (const training::Weights& one : trainer->weights()) {
    const auto found = std::ranges::find(*weights, one.name, &std::pair<std::string, std::vector<float>>::first);
    REQUIRE(found != weights->end());
    REQUIRE(found->second == one.values);
  }
}

void play_sequence(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  Explorer e = at_run();
  Runner runner;
  std::string done = "seed " + std::to_string(seed) + ":";
  const auto note = [&](const std::string& what) { done += " " + what; };
  for (int i = 0; i < 12; ++i) {
    INFO(done);
    switch (below(7)) {
      case 0:
      case 1: {
        const std::size_t step = below(5) * 10;
        note("seek " + std::to_string(step));
        must(e, SeekTraining{step});
        runner.follow(e);
        break;
      }
      case 2: {
        const double rate = std::array{0.5, 0.1, 0.3}[below(3)];
        note("rate " + std::to_string(rate));
        must(e, SetParameter{"rate", rate});
        break;
      }
      case 3:
        note("undo");
        must(e, Undo{});
        break;
      case 4:
        note("redo");
        must(e, Redo{});
        break;
      case 5: {
        note("play 7");
        if (!run_of(e).can_run) break;
        must(e, RunTraining{true});
        CHECK(runner.follow(e, 7) == std::min<std::size_t>(7, 200 - run_of(e).step + 7));
        must(e, RunTraining{false});
        break;
      }
      default:
        if (below(3) > 0) break;
        note("reset");
        must(e, ResetTraining{});
    }
    INFO(done);
    check_figures(e);
  }
}

std::size_t rounds() {
  const char* asked = std::getenv("AE_ROUNDS");
  return asked != nullptr ? static_cast<std::size_t>(std::strtoull(asked, nullptr, 10)) : 30;
}

}  // namespace

TEST_CASE("after any sequence of seek, rate, undo, redo, play and reset the run's figures are those of a run alone") {
  for (unsigned seed = 0; seed < rounds(); ++seed) play_sequence(seed);
}

TEST_CASE("redo around a rate shows the losses that belong to it, and undo twice lets the run be played") {
  Explorer e = at_run();
  Runner runner;
  must(e, SeekTraining{60});
  runner.follow(e);
  must(e, SetParameter{"rate", 0.1});
  must(e, SeekTraining{100});
  runner.follow(e);
  const std::optional<double> last = run_of(e).last;
  must(e, Undo{});
  must(e, Undo{});
  must(e, Redo{});
  must(e, Redo{});
  CHECK(run_of(e).step == 100);
  CHECK(run_of(e).last == last);
  check_figures(e);
  must(e, SeekTraining{50});
  runner.follow(e);
  must(e, SetParameter{"rate", 0.3});
  must(e, Undo{});
  must(e, Undo{});
  must(e, RunTraining{true});
  CHECK(runner.follow(e, 20) == 20);
  check_figures(e);
}
