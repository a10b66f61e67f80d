// What a step shows of a run beside its losses: maps over time, a held-out sequence, one weight; and the rates that were
// changed on the way in links and in the exported script.
#include <cmath>

#include "explorer/run_support.hpp"

using namespace explorer;
using namespace explorers;

TEST_CASE("a head over time has the maps that the steps themselves show") {
  Explorer e = at_run();
  Runner runner;
  must(e, SeekTraining{100});
  runner.follow(e);
  const auto& earlier = run_of(e).maps->earlier;
  REQUIRE(earlier.size() == 2);  // 0 and 50 of 200
  const KeptMaps first = earlier[0], half = earlier[1];
  CHECK(first.step == 0);
  CHECK(half.step == 50);
  for (const KeptMaps& one : {first, half}) {
    must(e, SeekTraining{one.step});
    runner.follow(e);
    for (std::size_t head = 0; head < 4; ++head)
      for (std::size_t cell = 0; cell < 144; ++cell)
        CHECK(one.values[head * 144 + cell] == value(e, "weights", {0, head, cell / 12, cell % 12}));
  }
  CHECK(run_of(e).maps->earlier.size() == 1);  // at step 50 only what came before
}

TEST_CASE("the held-out sequence has its letters, the wanted ones, and what the model says with its share") {
  Explorer e = at_run();
  Runner runner;
  must(e, SeekTraining{200});
  runner.follow(e);
  must(e, SetLeading{"batch", 3});
  const TrainingView::Sequence& sequence = *run_of(e).sequence;
  CHECK(sequence.places.size() == 12);
  CHECK(sequence.at == 3);
  CHECK(sequence.places[0].said == "");  // the first place is asked nothing
  std::size_t right = 0;
  for (std::size_t t = 1; t < 12; ++t) {
    const auto& place = sequence.places[t];
    CHECK(place.wanted == sequence.places[t - 1].input);
    double sum = 0, most = 0;
    for (std::size_t c = 0; c < 10; ++c) {
      const double grown = std::exp(static_cast<double>(value(e, "logits", {3, t, c})));
      sum += grown;
      most = std::max(most, grown);
    }
    CHECK(static_cast<double>(place.share) == doctest::Approx(most / sum).epsilon(1e-5));
    right += place.right;
  }
  CHECK(right >= 9);  // plain descent has learned it by now
  CHECK(sequence.note.find(std::to_string(right) + " of 11") != std::string::npos);
  // The sequences are those that the held-out losses are of, not a batch of the run.
  must(e, SeekTraining{0});
  const float shown = value(e, "letters", {0, 0}) + 10 * value(e, "letters", {0, 1});
  must(e, GoToStep{"start"});
  CHECK(shown != value(e, "letters", {0, 0}) + 10 * value(e, "letters", {0, 1}));
}

TEST_CASE("the answers to the held-out sequence are those without the heads that are switched off, and say so") {
  Explorer e = open_page("learning");
  Runner runner;
  must(e, GoToStep{"hundred"});
  must(e, SeekTraining{100});
  runner.follow(e);
  const auto sequence = [&] { return *run_of(e).sequence; };
  const auto share_from = [&](const char* logits, std::size_t t) {
    double sum = 0, most = 0;
    for (std::size_t c = 0; c < 10; ++c) {
      const double grown = std::exp(static_cast<double>(value(e, logits, {0, t, c})));
      sum += grown;
      most = std::max(most, grown);
    }
    return most / sum;
  };
  CHECK(sequence().title == "A held-out sequence");
  const auto all = sequence();
  for (std::size_t head = 0; head < 4; ++head)
    must(e, EditCell{{*e.graph().find("kept_heads"), {head}}, head == 3 ? "1" : "0"});
  CHECK(sequence().title == "Held out, without head 1, head 2, head 3");
  bool other = false;
  for (std::size_t t = 1; t < 12; ++t) {
    CHECK(static_cast<double>(sequence().places[t].share) ==
          doctest::Approx(share_from("logits_kept", t)).epsilon(1e-5));
    CHECK(static_cast<double>(all.places[t].share) == doctest::Approx(share_from("logits", t)).epsilon(1e-5));
    other = other || sequence().places[t].said != all.places[t].said;
  }
  CHECK(other);
}

TEST_CASE("a weight over time agrees with the numbers of each step, and its nudge with its slope") {
  Explorer e = at_run();
  Runner runner;
  must(e, LookTraining{RunPart::weight, at(e, "W_q", {3, 4})});
  must(e, SeekTraining{40});
  runner.follow(e);
  const TrainingView::Weight weight = *run_of(e).weight;
  CHECK(weight.name == "W_q[4, 5]");
  REQUIRE(weight.samples.size() == 40);
  CHECK(weight.agree);
  CHECK(weight.note != "");
  must(e, SeekTraining{15});
  runner.follow(e);
  CHECK(weight.samples[15].value == static_cast<double>(value(e, "W_q", {3, 4})));
  CHECK(refusal(e, LookTraining{std::nullopt, at(e, "letters", {0, 0})}) != "");
  CHECK(e.link() == "lesson=run&step=run&run=15&run.part=weight&run.weight=W_q,3,4");
  Explorer other = open_text(run_lesson());
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.training_order()->weight == WeightCell{"W_q", {3, 4}});
}

TEST_CASE("a link to a weight that the run does not train says so, and so does a run on a step that has none") {
  Explorer e = open_text(run_lesson());
  for (const char* weight : {"W_q,99,0", "nothing,0,0", "letters,0,0"}) {
    const auto notes = e.open_link("lesson=run&step=run&run.part=weight&run.weight=" + std::string(weight));
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].find("run.weight") != std::string::npos);
  }
  const auto notes = e.open_link("lesson=run&step=start&run=5");
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].find("run") != std::string::npos);
}

TEST_CASE("a link holds the rates that were changed on the way, and the run that it opens has the same losses") {
  Explorer e = at_run();
  Runner runner;
  must(e, SeekTraining{20});
  runner.follow(e);
  must(e, SetParameter{"rate", 0.1});
  must(e, SeekTraining{30});
  runner.follow(e);
  CHECK(e.link() == "lesson=run&step=run&run=30&run.rates=0:0.5,20:0.1&p.rate=0.1");
  Explorer other = open_text(run_lesson());
  CHECK(other.open_link(e.link()).empty());
  Runner of_other;
  of_other.follow(other);
  CHECK(run_of(other).step == 30);
  CHECK(run_of(other).losses == run_of(e).losses);
  CHECK(other.link() == e.link());
  CHECK(other.open_link("lesson=run&step=run&run=30&run.rates=0:0.5,20:0.3&p.rate=0.1").size() == 1);
  CHECK(other.open_link("lesson=run&step=run&run=30&run.rates=5:0.5").size() == 1);
}

TEST_CASE("the exported script of a run has its settings and the rates that were changed on the way") {
  Explorer e = at_run();
  Runner runner;
  must(e, SeekTraining{20});
  runner.follow(e);
  must(e, SetParameter{"rate", 0.25});
  const std::string script = e.training_code();
  CHECK(script.find("torch.optim.SGD(parameters, lr=0.5") != std::string::npos);
  CHECK(script.find("if step == 20:\n        optimiser.param_groups[0][\"lr\"] = 0.25") != std::string::npos);
  CHECK(script.find("range(200)") != std::string::npos);
  must(e, GoToStep{"start"});
  CHECK(e.training_code() == "");
}
