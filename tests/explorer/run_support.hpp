// A lesson that trains, and a trainer that carries out what the explorer asks for.
#pragma once

#include <algorithm>
#include <memory>

#include "explorer/support.hpp"
#include "figures/training/view.hpp"
#include "lesson/lesson.hpp"
#include "training/trainer.hpp"

namespace explorers {

using namespace explorer;

inline std::string run_lesson() { return read_file(std::string(AE_TEST_DATA) + "/training/run.json"); }

// As the page's runner does: a trainer for each run, at the step and with the rates that the order names.
class Runner {
 public:
  // Carries out the order, at most `most` steps of it; the steps that were taken. ahead: also what is to be computed ahead.
  std::size_t follow(Explorer& e, std::size_t most = 100'000, bool ahead = false) {
    const auto order = e.training_order(ahead);
    REQUIRE(order.has_value());
    if (order->from == order->until && !order->weight) return 0;
    if (!trainer_ || run_ != order->run) {
      auto made = training::Trainer::make(e.lesson(), order->settings);
      REQUIRE_MESSAGE(made.has_value(), made.error().message);
      trainer_ = std::move(*made);
      run_ = order->run;
    }
    changes_ = order->changes;
    ahead_ = order->ahead;
    trainer_->set_rates({order->rates.begin(), order->rates.end()});
    known_ = std::min(order->losses, trainer_->losses().size());
    known_apart_ = std::min(order->held_out, trainer_->held_out().size());
    trainer_->go_to(order->until < order->from ? order->until : order->from);
    std::size_t taken = 0;
    std::vector<KeptWeights> kept;
    if (order->weight) {
      const auto weights = trainer_->weights();
      const auto found = std::ranges::find(weights, order->weight->tensor, &training::Weights::name);
      trainer_->watch_weight(static_cast<std::size_t>(found - weights.begin()), order->weight_cell);
    }
    for (; trainer_->taken() < order->until && taken < most; ++taken) {
      if (!trainer_->step()) break;
      if (trainer_->taken() % order->keep == 0) kept.push_back({trainer_->taken(), weights()});
    }
    TrainingReport out = report();
    out.kept = std::move(kept);
    if (order->weight) {
      out.weight = WeightRecord{*order->weight, {}, {}};
      for (const training::WeightSample& one : trainer_->samples())
        out.weight->samples.push_back({one.step, static_cast<double>(one.value), static_cast<double>(one.slope)});
      const training::WeightSample now = trainer_->sample();
      const training::Nudged nudged = trainer_->nudge();
      out.weight->nudged = NudgedWeight{now.step, nudged.by, static_cast<double>(now.slope), nudged.slope()};
    }
    e.report(out).value();
    return taken;
  }

 private:
  TrainingReport report() {
    TrainingReport out;
    out.run = run_;
    out.changes = changes_;
    out.ahead = ahead_;
    out.first = known_;
    for (const float loss : trainer_->losses().subspan(known_)) out.losses.push_back(loss);
    for (const auto& one : trainer_->held_out().subspan(known_apart_))
      out.held_out.push_back({one.step, one.loss, one.right});
    known_ = trainer_->losses().size();
    known_apart_ = trainer_->held_out().size();
    out.step = trainer_->taken();
    for (const float share : trainer_->right().subspan(out.first)) out.right.push_back(share);
    out.weights = weights();
    out.stopped = trainer_->stopped();
    return out;
  }

  std::shared_ptr<const TrainedWeights> weights() const {
    auto weights = std::make_shared<TrainedWeights>();
    for (const training::Weights& one : trainer_->weights()) weights->emplace_back(one.name, one.values);
    return weights;
  }

  std::unique_ptr<training::Trainer> trainer_;
  unsigned run_ = 0, changes_ = 0;
  bool ahead_ = false;
  std::size_t known_ = 0, known_apart_ = 0;
};

inline Explorer at_run() {
  Explorer e = open_text(run_lesson());
  must(e, GoToStep{"run"});
  return e;
}

inline const TrainingView& run_of(const Explorer& e) {
  REQUIRE(e.view().figure<TrainingView>() != nullptr);
  return *e.view().figure<TrainingView>();
}

}  // namespace explorers
