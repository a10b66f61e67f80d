// A run of training; see trainer.hpp.
#include "training/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "lesson/run/drawing.hpp"
#include "lesson/run/held_out.hpp"
#include "lesson/run/plan.hpp"
#include "lesson/run/run_parts.hpp"
#include "lesson/run/training_code.hpp"

namespace training {
namespace {

using graph::fail;
using graph::NodeId;
using graph::Result;

double option(const graph::Options& options, std::string_view name) { return graph::number(options, name, 0); }

OptimiserOptions optimiser_of(const graph::Options& options) {
  OptimiserOptions out;
  const std::string name = graph::text(options, "name", "sgd");
  out.kind = name == "adam"    ? OptimiserOptions::Kind::adam
             : name == "adamw" ? OptimiserOptions::Kind::adamw
                               : OptimiserOptions::Kind::sgd;
  out.lr = option(options, "lr");
  out.momentum = option(options, "momentum");
  const std::vector<double> betas = graph::numbers(options, "betas");
  out.beta1 = betas[0];
  out.beta2 = betas[1];
  out.eps = option(options, "eps");
  out.weight_decay = option(options, "weight_decay");
  return out;
}

// An error about the inputs of a gradient as one about the lesson's training.
graph::Error about_training(graph::Error error, const std::string& pointer) {
  constexpr std::string_view inputs = "inputs/";
  std::size_t input = 0;
  for (const char digit : error.path.substr(std::min(inputs.size(), error.path.size())))
    if (digit >= '0' && digit <= '9') input = 10 * input + static_cast<std::size_t>(digit - '0');
  error.path = input > 0 ? graph::joined({pointer, "/parameters/", input - 1}) : pointer + "/loss";
  error.code = "training";
  return error;
}

}  // namespace

std::string cure(std::size_t step) {
  return graph::joined({"At step ", step, " the loss is no longer finite: the weights have diverged. The last good ",
                        "ones are kept. Take a smaller learning rate."});
}

Result<std::unique_ptr<Trainer>> Trainer::make(const lesson::Lesson& lesson, const lesson::Overrides& overrides) {
  if (!lesson.training) return lesson::no_training();
  std::unique_ptr<Trainer> trainer(new Trainer);
  const lesson::Overrides in_training = lesson::for_training(lesson, overrides);
  if (auto found = trainer->find(lesson, in_training); !found) return std::unexpected(found.error());
  if (auto found = trainer->find_held_out(lesson, overrides); !found) return std::unexpected(found.error());
  if (auto done = trainer->compile(lesson.training->pointer); !done) return std::unexpected(done.error());
  if (auto found = trainer->find_writings(lesson, overrides); !found) return std::unexpected(found.error());
  trainer->keep_checkpoint();
  return trainer;
}

Result<void> Trainer::find(const lesson::Lesson& lesson, const lesson::Overrides& overrides) {
  const auto plan = lesson::make_plan(lesson, overrides);
  if (!plan) return std::unexpected(plan.error());
  auto graph = lesson::run(lesson, overrides);
  if (!graph) return std::unexpected(graph.error());
  graph_ = std::move(*graph);
  const lesson::PlannedTraining& training = *plan->training;
  const auto id_of = [&](std::size_t i) { return *graph_.find(plan->tensors[i].tensor->name); };
  optimiser_ = optimiser_of(training.optimiser);
  rates_[0] = optimiser_.lr;
  planned_ = training.steps;
  every_ = training.every;
  loss_id_ = id_of(training.loss);
  writes_every_ = training.writes_every;
  for (const std::size_t i : training.watch) watch_.push_back(id_of(i));
  for (const std::size_t i : training.parameters) {
    const NodeId id = id_of(i);
    const float* data = graph_.tensor(id).tensor.data();
    const Shape& shape = graph_.node(id).shape;
    weight_ids_.push_back(id);
    weights_.push_back({graph_.node(id).name, shape, {data, data + graph::count(shape)}, nullptr, {}});
  }
  for (const std::size_t g : training.fresh) {
    auto generator = lesson::begun(lesson, *plan, g, false);
    if (!generator) return std::unexpected(generator.error());
    generators_.push_back(*generator);
  }
  for (const std::size_t i : lesson::drawn_from(*plan, training.fresh)) {
    const auto generator = std::ranges::find(training.fresh, plan->tensors[i].generator) - training.fresh.begin();
    sources_.push_back({plan->tensors[i].tensor->name,
                        lesson::draw_of(plan->tensors[i]),
                        static_cast<std::size_t>(generator),
                        attention::Tensor::from_shape(plan->tensors[i].shape),
                        {}});
  }
  answers_ = lesson::answers_of(graph_, loss_id_);
  auto batches = lesson::held_out_batches(lesson, *plan, std::nullopt);
  if (!batches) return std::unexpected(batches.error());
  batches_ = batches->size();
  for (lesson::Batch& batch : *batches)
    for (std::size_t i = 0; i < batch.size(); ++i) sources_[i].held_out.push_back(std::move(batch[i].second));
  return {};
}

Result<void> Trainer::compile(const std::string& pointer) {
  graph::Recording record = graph::recorded(graph_);
  const auto gradients = graph::record_gradients(record, loss_id_, std::nullopt, weight_ids_);
  if (!gradients) return std::unexpected(about_training(gradients.error(), pointer));

  const std::vector<Given> there = given(graph_);
  std::vector<NodeId> results{loss_id_};
  const graph::Graph& apart = held_out_graph();
  if (!held_out_otherwise_) held_out_id_ = loss_id_;
  held_out_answers_ = lesson::answers_of(apart, held_out_id_);
  std::vector<NodeId> held_out_results{held_out_id_};
  const auto add_answers = [](std::vector<NodeId>& to, const graph::Graph& graph, std::optional<NodeId> answers) {
    if (answers) to.insert(to.end(), {*answers, graph.node(*answers).inputs[0], graph.node(*answers).inputs[1]});
  };
  add_answers(results, graph_, answers_);
  add_answers(held_out_results, apart, held_out_answers_);
  auto only_loss = Program::compile(held_out_otherwise_ ? graph::recorded(apart) : record, given(apart),
                                    held_out_results, most_floats);
  results.insert(results.end(), gradients->results.begin(), gradients->results.end());
  results.insert(results.end(), watch_.begin(), watch_.end());
  auto whole = Program::compile(record, there, results, most_floats);
  for (auto* made : {&only_loss, &whole})
    if (!*made) return fail(made->error().code, pointer, made->error().message);
  loss_ = std::move(*only_loss);
  step_ = std::move(*whole);
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i].slopes = step_->value(gradients->results[i]);
  return {};
}

std::vector<Given> Trainer::given(const graph::Graph& graph,
                                  std::span<const std::pair<NodeId, const float*>> more) const {
  std::vector<Given> given(graph.size());
  std::vector<bool> varies(graph.size());
  for (const Weights& weight : weights_) given[*graph.find(weight.name)] = {weight.values.data(), true};
  for (const Source& source : sources_) {
    const NodeId id = *graph.find(source.name);
    if (graph.node(id).shape == attention::shape_of(source.cells)) given[id] = {source.cells.data(), true};
  }
  for (const auto& [id, data] : more) given[id] = {data, true};
  // What depends on no weight and no draw is as the graph has it.
  for (NodeId id = 0; id < graph.size(); ++id) {
    const graph::Node& node = graph.node(id);
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      varies[id] = varies[id] || (!node.operation->only_shape_counts(i) && varies[node.inputs[i]]);
    if (!given[id].data && !varies[id]) given[id] = {graph.tensor(id).tensor.data(), false};
    varies[id] = varies[id] || given[id].varies;
  }
  return given;
}

// The graph that held-out losses are computed by, if the lesson sets parameters for them.
Result<void> Trainer::find_held_out(const lesson::Lesson& lesson, const lesson::Overrides& overrides) {
  if (lesson.training->held_out_set.empty()) return {};
  auto graph = lesson::run(lesson, lesson::for_held_out(lesson, overrides));
  if (!graph) return std::unexpected(graph.error());
  held_out_graph_ = std::move(*graph);
  held_out_otherwise_ = true;
  held_out_id_ = *held_out_graph_.find(lesson.training->loss);
  for (const Source& source : sources_)
    if (held_out_graph_.node(*held_out_graph_.find(source.name)).shape != attention::shape_of(source.cells))
      return fail("training", lesson.training->pointer + "/heldOut/set",
                  {"These settings give “", source.name, "” another shape than in training. Set only what does not."});
  return {};
}

Result<void> Trainer::find_writings(const lesson::Lesson& lesson, const lesson::Overrides& overrides) {
  for (const lesson::Writing& writing : lesson.training->writings) {
    auto graph = lesson::run(lesson, lesson::for_writing(lesson, writing, overrides));
    if (!graph) return std::unexpected(graph.error());
    Writer& writer = writers_.emplace_back();
    writer.graph = std::move(*graph);
    writer.line = *writer.graph.find(writing.line);
    writer.picks = *writer.graph.find(writing.picks);
    const float* ids = writer.graph.tensor(writer.line).tensor.data();
    const std::size_t length = graph::count(writer.graph.node(writer.line).shape);
    const std::size_t picks = graph::count(writer.graph.node(writer.picks).shape);
    if (picks + 1 != length)
      return fail("training", writing.pointer + "/picks",
                  {"A line of ", length, " ids needs ", length - 1, " picks, “", writing.picks, "” has ", picks,
                   ". Give the line one more than there are picks."});
    writer.ids.assign(ids, ids + length);
    const std::pair<NodeId, const float*> line{writer.line, writer.ids.data()};
    auto program = Program::compile(graph::recorded(writer.graph), given(writer.graph, std::span(&line, 1)),
                                    std::span(&writer.picks, 1), most_floats);
    if (!program) return fail(program.error().code, writing.pointer, program.error().message);
    writer.program = std::move(*program);
    line_names_.push_back(writing.line);
  }
  return {};
}

const std::vector<std::vector<float>>& Trainer::write() {
  if (!lines_.empty() && lines_at_ == taken_) return lines_;
  lines_.clear();
  lines_at_ = taken_;
  for (Writer& writer : writers_) {
    for (std::size_t i = 1; i < writer.ids.size(); ++i) {
      writer.program->run();
      writer.ids[i] = writer.program->value(writer.picks)[i - 1];
    }
    lines_.push_back(writer.ids);
  }
  return lines_;
}

void Trainer::keep_lines() {
  if (taken_ == losses_.size() && writes_every_ > 0 && taken_ % writes_every_ == 0 &&
      (written_.empty() || written_.back().step < taken_))
    written_.push_back({taken_, write()});
}

bool Trainer::step() {
  if (stopped_ && taken_ + 1 >= *stopped_) return false;
  if (taken_ % interval_ == 0) keep_checkpoint();
  if (taken_ == losses_.size() && every_ > 0 && taken_ % every_ == 0) measure_held_out();
  keep_lines();
  if (take()) {
    keep_lines();
    return true;
  }
  stopped_ = taken_;
  if (taken_ > 0) go_to(taken_ - 1);
  return false;
}

// Draws, computes and moves, but records no more than the loss.
bool Trainer::take() {
  if (!draw_batch()) return false;
  step_->run();
  const float loss = *step_->value(loss_id_);
  if (losses_.size() == taken_) {
    losses_.push_back(loss);
    if (answers_) right_.push_back(right_share(*step_, graph_, *answers_));
  }
  if (!std::isfinite(loss)) return false;
  if (watched_weight_ && taken_ % sample_interval() == 0) keep_sample();
  OptimiserOptions options = optimiser_;
  options.lr = std::prev(rates_.upper_bound(taken_))->second;
  ++taken_;
  for (Weights& weight : weights_)
    training::step(options, taken_, {weight.slopes, weight.values.size()}, weight.values, weight.moments);
  return true;
}

bool Trainer::draw_batch() {
  for (Source& source : sources_)
    if (!lesson::draw_into(source.cells, source.draw, generators_[source.generator], {})) return false;
  return true;
}

void Trainer::keep_checkpoint() {
  if (std::ranges::contains(checkpoints_, taken_, &Checkpoint::step)) return;
  Checkpoint made{taken_, {}, {}, generators_};
  for (const Weights& weight : weights_) {
    made.values.push_back(weight.values);
    made.moments.push_back(weight.moments);
  }
  checkpoints_.push_back(std::move(made));
  std::ranges::sort(checkpoints_, {}, &Checkpoint::step);
  if (checkpoint_bytes() <= most_checkpoint_bytes && checkpoints_.size() <= most_checkpoints) return;
  interval_ *= 2;
  std::erase_if(checkpoints_, [this](const Checkpoint& one) { return one.step % interval_ != 0; });
}

std::size_t Trainer::checkpoint_bytes() const {
  std::size_t bytes = 0;
  for (const Checkpoint& one : checkpoints_) {
    bytes += one.generators.size() * sizeof(attention::Generator);
    for (std::size_t i = 0; i < one.values.size(); ++i)
      bytes += sizeof(float) * (one.values[i].size() + one.moments[i].first.size() + one.moments[i].second.size());
  }
  return bytes;
}

void Trainer::restore(const Checkpoint& from) {
  taken_ = from.step;
  generators_ = from.generators;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    std::ranges::copy(from.values[i], weights_[i].values.begin());
    weights_[i].moments = from.moments[i];
  }
}

void Trainer::go_to(std::size_t n) {
  n = std::min(n, stopped_ ? std::max<std::size_t>(*stopped_, 1) - 1 : losses_.size());
  const auto after = std::ranges::upper_bound(checkpoints_, n, {}, &Checkpoint::step);
  const Checkpoint& nearest = *std::prev(after);
  if (n < taken_ || nearest.step > taken_) restore(nearest);
  while (taken_ < n) take();
}

void Trainer::set_rate(double rate) {
  auto rates = rates_;
  rates.erase(rates.lower_bound(taken_), rates.end());
  rates[taken_] = rate;
  set_rates(rates);
}

void Trainer::set_rates(const std::map<std::size_t, double>& rates) {
  const auto [before, now] = std::ranges::mismatch(rates_, rates);
  if (before == rates_.end() && now == rates.end()) return;
  const std::size_t none = std::numeric_limits<std::size_t>::max();
  const std::size_t from =
      std::min(before == rates_.end() ? none : before->first, now == rates.end() ? none : now->first);
  if (from < taken_) go_to(from);
  rates_ = rates;
  losses_.resize(std::min(losses_.size(), from));
  right_.resize(std::min(right_.size(), from));
  std::erase_if(samples_, [&](const WeightSample& one) { return one.step > from; });
  std::erase_if(held_out_, [&](const HeldOutLoss& one) { return one.step > from; });
  std::erase_if(written_, [&](const WrittenLines& one) { return one.step > from; });
  if (lines_at_ > from) lines_.clear();
  std::erase_if(checkpoints_, [&](const Checkpoint& one) { return one.step > from; });
  if (stopped_ && *stopped_ > from) stopped_.reset();
}

std::span<const float> Trainer::watched(std::size_t i) const {
  return {step_->value(watch_[i]), graph::count(graph_.node(watch_[i]).shape)};
}

}  // namespace training
