// Training without an interface: one run at a time, taken in as many steps as JavaScript asks for.
// web/modules/training.ts is the other side.
#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>

#include "lesson/lesson.hpp"
#include "modules/call.hpp"
#include "modules/overrides.hpp"
#include "training/trainer.hpp"

namespace modules {
namespace {

std::unique_ptr<training::Trainer> trainer;

Result<void> open(Arguments& in, Answer& out) {
  trainer.reset();
  auto lesson = lesson::parse(in.text());
  if (!lesson) return std::unexpected(std::move(lesson).error());
  auto made = training::Trainer::make(*lesson, overrides(in));
  if (!made) return std::unexpected(std::move(made).error());
  trainer = std::move(*made);
  out.add(static_cast<double>(trainer->planned()));
  return {};
}

void add_lines(Answer& out, const std::vector<std::vector<float>>& lines) {
  out.add(static_cast<double>(lines.size()));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out.add(std::string_view(trainer->line_names()[i]));
    Tensor ids = Tensor::from_shape({lines[i].size()});
    std::ranges::copy(lines[i], ids.data());
    out.add(std::move(ids));
  }
}

// The core began anew after it ran out of memory.
std::unexpected<attention::Error> gone() {
  return attention::fail("stopped", "train", "The run ended when the core ran out of memory. Train again.");
}

// Takes up to this many steps; then returns the losses that JavaScript does not have yet.
Result<void> steps(Arguments& in, Answer& out) {
  if (!trainer) return gone();
  const std::size_t count = in.size(), known = in.size(), known_held_out = in.size();
  const bool last = in.flag();
  bool goes_on = true;
  for (std::size_t i = 0; i < count && goes_on; ++i) goes_on = trainer->step();
  if (last && goes_on) trainer->measure_held_out();
  const auto losses = trainer->losses().subspan(known);
  out.add(static_cast<double>(losses.size()));
  for (const float loss : losses) out.add(static_cast<double>(loss));
  const auto held_out = trainer->held_out().subspan(known_held_out);
  out.add(static_cast<double>(held_out.size()));
  for (const training::HeldOutLoss& one : held_out) {
    out.add(static_cast<double>(one.step));
    out.add(one.loss);
  }
  out.add(trainer->stopped() ? 1.0 : 0.0);
  if (!trainer->stopped()) return {};
  out.add(static_cast<double>(*trainer->stopped()));
  out.add(training::cure(*trainer->stopped()));
  return {};
}

// The weights after this many of the steps that were taken.
Result<void> weights(Arguments& in, Answer& out) {
  if (!trainer) return gone();
  trainer->go_to(in.size());
  out.add(static_cast<double>(trainer->weights().size()));
  for (const training::Weights& weight : trainer->weights()) {
    out.add(std::string_view(weight.name));
    Tensor values = Tensor::from_shape(weight.shape);
    std::copy(weight.values.begin(), weight.values.end(), values.data());
    out.add(std::move(values));
  }
  return {};
}

// The lines that the page does not have yet: of each the step, and the ids by the names of the tensors that hold them.
Result<void> written(Arguments& in, Answer& out) {
  if (!trainer) return gone();
  const auto lines = trainer->written().subspan(std::min(in.size(), trainer->written().size()));
  out.add(static_cast<double>(lines.size()));
  for (const training::WrittenLines& one : lines) {
    out.add(static_cast<double>(one.step));
    add_lines(out, one.lines);
  }
  return {};
}

// The line of each of the lesson's "writes" as the current weights write it.
Result<void> write(Arguments&, Answer& out) {
  if (!trainer) return gone();
  add_lines(out, trainer->write());
  return {};
}

// All rates of the run, each from a step on. Returns how many losses and held-out losses are still known.
Result<void> rates(Arguments& in, Answer& out) {
  if (!trainer) return gone();
  std::map<std::size_t, double> all;
  for (std::size_t left = in.size(); left > 0; --left) {
    const std::size_t step = in.size();
    all[step] = in.number();
  }
  trainer->set_rates(all);
  out.add(static_cast<double>(trainer->losses().size()));
  out.add(static_cast<double>(trainer->held_out().size()));
  return {};
}

// Goes to an earlier step, or to the last one that is known; returns which.
Result<void> go_to(Arguments& in, Answer& out) {
  if (!trainer) return gone();
  trainer->go_to(in.size());
  out.add(static_cast<double>(trainer->taken()));
  return {};
}

// Shares of right answers that JavaScript does not know yet: of the batches, and of the held-out ones, not a number
// where the loss judges no answers.
Result<void> right(Arguments& in, Answer& out) {
  if (!trainer) return gone();
  const std::size_t known = in.size(), known_held_out = in.size();
  const auto batches = trainer->right().subspan(std::min(known, trainer->right().size()));
  out.add(static_cast<double>(batches.size()));
  for (const float share : batches) out.add(static_cast<double>(share));
  const auto held_out = trainer->held_out().subspan(known_held_out);
  out.add(static_cast<double>(held_out.size()));
  for (const training::HeldOutLoss& one : held_out)
    out.add(one.right.value_or(std::numeric_limits<double>::quiet_NaN()));
  return {};
}

// Keeps samples of a cell of a trained tensor, which is named. Returns how many steps one is from the next.
Result<void> watch(Arguments& in, Answer& out) {
  if (!trainer) return gone();
  const std::string name(in.text());
  const std::size_t cell = in.size();
  const auto weights = trainer->weights();
  const auto found = std::ranges::find(weights, name, &training::Weights::name);
  if (found != weights.end()) trainer->watch_weight(static_cast<std::size_t>(found - weights.begin()), cell);
  out.add(static_cast<double>(trainer->sample_interval()));
  return {};
}

// Adds the sample of a step to those that are kept; the run stays there.
Result<void> sample(Arguments& in, Answer& out) {
  if (!trainer) return gone();
  trainer->go_to(in.size());
  const training::WeightSample made = trainer->sample();
  for (const double number :
       {static_cast<double>(made.step), static_cast<double>(made.value), static_cast<double>(made.slope)})
    out.add(number);
  return {};
}

Result<void> samples(Arguments&, Answer& out) {
  if (!trainer) return gone();
  out.add(static_cast<double>(trainer->samples().size()));
  for (const training::WeightSample& one : trainer->samples())
    for (const double number :
         {static_cast<double>(one.step), static_cast<double>(one.value), static_cast<double>(one.slope)})
      out.add(number);
  return {};
}

// What the loss of the next batch does when the weight is nudged: by how much, upwards, downwards, and the slope from both.
Result<void> nudge(Arguments& in, Answer& out) {
  if (!trainer) return gone();
  trainer->go_to(in.size());
  const training::Nudged made = trainer->nudge();
  for (const double number : {made.by, made.up, made.down, made.slope()}) out.add(number);
  return {};
}

}  // namespace

MODULE_EXPORT("training_right") const double* call_training_right(const double* words) { return answer(words, right); }
MODULE_EXPORT("training_watch") const double* call_training_watch(const double* words) { return answer(words, watch); }
MODULE_EXPORT("training_sample") const double* call_training_sample(const double* words) {
  return answer(words, sample);
}
MODULE_EXPORT("training_samples") const double* call_training_samples(const double* words) {
  return answer(words, samples);
}
MODULE_EXPORT("training_nudge") const double* call_training_nudge(const double* words) { return answer(words, nudge); }
MODULE_EXPORT("training_written") const double* call_training_written(const double* words) {
  return answer(words, written);
}
MODULE_EXPORT("training_write") const double* call_training_write(const double* words) { return answer(words, write); }
MODULE_EXPORT("training_rates") const double* call_training_rates(const double* words) { return answer(words, rates); }
MODULE_EXPORT("training_go_to") const double* call_training_go_to(const double* words) { return answer(words, go_to); }
MODULE_EXPORT("training_open") const double* call_training_open(const double* words) { return answer(words, open); }
MODULE_EXPORT("training_steps") const double* call_training_steps(const double* words) { return answer(words, steps); }
MODULE_EXPORT("training_weights") const double* call_training_weights(const double* words) {
  return answer(words, weights);
}

}  // namespace modules
