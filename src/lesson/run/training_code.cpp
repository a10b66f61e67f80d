// Translates a planned training into what the exporter of graphs writes.
#include "lesson/run/training_code.hpp"

#include <algorithm>

#include "graph/export/export_training.hpp"
#include "lesson/run/drawing.hpp"
#include "lesson/run/plan.hpp"
#include "lesson/run/run_parts.hpp"

namespace lesson {
namespace {

graph::TrainingCode::Stream stream_of(const Lesson& lesson, const Plan& plan, std::size_t generator) {
  return {lesson.generators[generator].name, plan.generators[generator].seed, plan.generators[generator].discard};
}

}  // namespace

std::unexpected<Error> no_training() {
  return fail("training", "",
              "This lesson says nothing about training. Give it “training” with a loss, parameters and an optimiser.");
}

Result<std::string> training_code(const Lesson& lesson, const Overrides& overrides,
                                  const std::vector<std::pair<std::size_t, double>>& rates) {
  if (!lesson.training) return no_training();
  const auto plan = make_plan(lesson, for_training(lesson, overrides));
  if (!plan) return std::unexpected(plan.error());
  const auto graph = run(lesson, for_training(lesson, overrides));
  if (!graph) return std::unexpected(graph.error());
  std::optional<graph::Graph> apart;
  if (!lesson.training->held_out_set.empty()) {
    auto held_out = run(lesson, for_held_out(lesson, overrides));
    if (!held_out) return std::unexpected(held_out.error());
    apart = std::move(*held_out);
  }
  const PlannedTraining& training = *plan->training;
  const auto id_of = [&](std::size_t i) { return *graph->find(plan->tensors[i].tensor->name); };
  graph::TrainingCode code;
  code.loss = id_of(training.loss);
  for (const std::size_t i : training.parameters) code.parameters.push_back(id_of(i));
  code.optimiser = training.optimiser;
  if (!rates.empty()) code.optimiser["lr"] = rates.front().second;
  for (std::size_t i = 1; i < rates.size(); ++i) code.rates.push_back(rates[i]);
  for (const std::size_t g : training.fresh) code.streams.push_back(stream_of(lesson, *plan, g));
  for (const std::size_t i : drawn_from(*plan, training.fresh)) {
    const auto stream = std::ranges::find(training.fresh, plan->tensors[i].generator) - training.fresh.begin();
    code.fresh.push_back({id_of(i), static_cast<std::size_t>(stream), draw_of(plan->tensors[i])});
  }
  code.steps = training.steps;
  code.every = training.every;
  code.batches = training.batches;
  if (apart) code.apart = &*apart;
  if (training.held_out) {
    code.held_out = stream_of(lesson, *plan, *training.held_out);
    for (const std::size_t i : drawn_from(*plan, std::span(&*training.held_out, 1)))
      code.held_out->before.push_back(draw_of(plan->tensors[i]));
  }
  return graph::export_training(*graph, code, in_language(lesson.title, overrides.language));
}

}  // namespace lesson
