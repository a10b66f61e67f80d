// What a run measures beside its losses: right answers, the held-out loss, and one weight's value, slope and nudge. See
// trainer.hpp.
#include <algorithm>
#include <cmath>

#include "training/trainer.hpp"

namespace training {

// The share of rows whose largest logit is that of the target: of equal ones the first, as argmax has it.
float Trainer::right_share(const Program& program, const graph::Graph& graph, NodeId answers) {
  const graph::Node& node = graph.node(answers);
  const float *logits = program.value(node.inputs[0]), *targets = program.value(node.inputs[1]);
  const Shape& shape = graph.node(node.inputs[0]).shape;
  const std::size_t classes = shape.back(), rows = graph::count(shape) / classes;
  const auto ignored = static_cast<float>(graph::number(node.options, "ignore_index", -100));
  std::size_t right = 0, asked = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    if (targets[r] == ignored) continue;
    const float* row = logits + r * classes;
    ++asked;
    right += static_cast<float>(std::max_element(row, row + classes) - row) == targets[r];
  }
  return asked == 0 ? 0.0f : static_cast<float>(right) / static_cast<float>(asked);
}

// The loss without the rounding of its last sum, where it is the cross-entropy itself: a nudge moves it by very little.
double Trainer::exact_loss(const Program& program) const {
  const float loss = *program.value(loss_id_);
  if (!answers_ || *program.value(*answers_) != loss) return static_cast<double>(loss);
  const graph::Node& node = graph_.node(*answers_);
  const float *logits = program.value(node.inputs[0]), *targets = program.value(node.inputs[1]);
  const Shape& shape = graph_.node(node.inputs[0]).shape;
  const std::size_t classes = shape.back(), rows = graph::count(shape) / classes;
  const auto ignored = static_cast<float>(graph::number(node.options, "ignore_index", -100));
  double all = 0, asked = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    if (targets[r] == ignored) continue;
    const float* row = logits + r * classes;
    const auto most = static_cast<double>(*std::max_element(row, row + classes));
    double sum = 0;
    for (std::size_t c = 0; c < classes; ++c) sum += std::exp(static_cast<double>(row[c]) - most);
    all += most + std::log(sum) - static_cast<double>(row[static_cast<std::size_t>(targets[r])]);
    asked += 1;
  }
  return all / asked;
}

void Trainer::watch_weight(std::size_t parameter, std::size_t cell) {
  const std::pair now{parameter, cell};
  if (watched_weight_ == now || parameter >= weights_.size() || cell >= weights_[parameter].values.size()) return;
  watched_weight_ = now;
  samples_.clear();
}

// Right after the slopes were computed, before the weights move.
void Trainer::keep_sample() {
  const auto [parameter, cell] = *watched_weight_;
  const WeightSample made{taken_, weights_[parameter].values[cell], weights_[parameter].slopes[cell]};
  const auto at = std::ranges::lower_bound(samples_, made.step, {}, &WeightSample::step);
  if (at == samples_.end() || at->step != made.step) samples_.insert(at, made);
}

WeightSample Trainer::sample() {
  const std::vector<attention::Generator> before = generators_;
  const bool drawn = draw_batch();
  generators_ = before;
  if (!drawn || !watched_weight_) return {taken_, 0, 0};
  step_->run();
  if (taken_ % sample_interval() == 0 && std::isfinite(*step_->value(loss_id_))) keep_sample();
  const auto [parameter, cell] = *watched_weight_;
  return {taken_, weights_[parameter].values[cell], weights_[parameter].slopes[cell]};
}

Nudged Trainer::nudge() {
  const std::vector<attention::Generator> before = generators_;
  const bool drawn = draw_batch();
  generators_ = before;
  Nudged out;
  if (!drawn || !watched_weight_) return out;
  float& weight = weights_[watched_weight_->first].values[watched_weight_->second];
  const float own = weight, by = 0.01f * std::max(std::abs(own), 1.0f);
  Program& program = held_out_otherwise_ ? *step_ : *loss_;  // the other one is of the held-out graph
  const auto loss_at = [&](float value) {
    weight = value;
    program.run();
    return exact_loss(program);
  };
  out.up = loss_at(own + by);
  const double above = static_cast<double>(weight);
  out.down = loss_at(own - by);
  out.by = (above - static_cast<double>(weight)) / 2;  // as rounded to float32
  weight = own;
  return out;
}

void Trainer::measure_held_out() {
  if (batches_ == 0 || (!held_out_.empty() && held_out_.back().step >= taken_)) return;
  double sum = 0, right = 0;
  for (std::size_t b = 0; b < batches_; ++b) {
    for (Source& source : sources_) std::ranges::copy(source.held_out[b], source.cells.data());
    loss_->run();
    sum += static_cast<double>(*loss_->value(held_out_id_));
    if (held_out_answers_) right += static_cast<double>(right_share(*loss_, held_out_graph(), *held_out_answers_));
  }
  const auto of = static_cast<double>(batches_);
  held_out_.push_back({taken_, sum / of, held_out_answers_ ? std::optional(right / of) : std::nullopt});
}

}  // namespace training
