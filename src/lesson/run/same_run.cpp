// See same_run.hpp. Compares plans, which hold everything that a run depends on, without computing a tensor.
#include "lesson/run/same_run.hpp"

#include <algorithm>
#include <set>

#include "graph/core/basic.hpp"
#include "lesson/run/plan.hpp"
#include "lesson/run/run_parts.hpp"
#include "lesson/run/training_code.hpp"

namespace lesson {
namespace {

// The tensors that a step computes: the loss and everything that it is made of.
std::set<std::size_t> parts_of(const Plan& plan, std::size_t loss) {
  std::set<std::size_t> parts;
  std::vector<std::size_t> waiting{loss};
  while (!waiting.empty()) {
    const std::size_t one = waiting.back();
    waiting.pop_back();
    if (!parts.insert(one).second) continue;
    waiting.insert(waiting.end(), plan.tensors[one].inputs.begin(), plan.tensors[one].inputs.end());
  }
  return parts;
}

bool same_draws(const graph::Draw& a, const graph::Draw& b) {
  return a.draw == b.draw && a.shape == b.shape && a.options == b.options;
}

bool same_generator(const PlannedGenerator& a, const PlannedGenerator& b) {
  return a.seed == b.seed && std::ranges::equal(a.discard, b.discard, same_draws);
}

bool same_tensor(const PlannedTensor& a, const PlannedTensor& b) {
  return a.making == b.making && a.operation == b.operation && a.inputs == b.inputs && a.options == b.options &&
         a.generator == b.generator && a.picture == b.picture && a.shape == b.shape;
}

RunParts names_of(const Plan& plan, const std::set<std::size_t>& parts) {
  RunParts names;
  for (const std::size_t i : parts) names.insert(plan.tensors[i].tensor->name);
  return names;
}

std::set<std::pair<std::pair<std::string_view, graph::Index>, float>> edits_of(const Overrides& overrides,
                                                                               const RunParts& parts) {
  std::set<std::pair<std::pair<std::string_view, graph::Index>, float>> edits;
  for (const Edit& edit : overrides.edits)
    if (parts.contains(edit.tensor)) edits.insert({{edit.tensor, edit.index}, edit.value});
  return edits;
}

// Random tensors beside the loss count too where they share a generator with its own: they move the draws.
bool same_random(const Plan& a, const Plan& b) {
  for (std::size_t i = 0; i < a.tensors.size(); ++i) {
    const bool random = std::holds_alternative<RandomSource>(a.tensors[i].making->source) ||
                        std::holds_alternative<RandomSource>(b.tensors[i].making->source);
    if (random && !same_tensor(a.tensors[i], b.tensors[i])) return false;
  }
  return true;
}

}  // namespace

Result<RunChange> RunComparison::operator()(const Lesson& lesson, const Overrides& before, const Overrides& now) {
  if (!lesson.training) return no_training();
  if (before.parameters != now.parameters) return compare_runs(lesson, before, now);
  if (before.edits == now.edits) return RunChange::equal;
  if (!parts_ || parameters_ != now.parameters) {
    const auto plan = make_plan(lesson, now);
    if (!plan) return std::unexpected(plan.error());
    parameters_ = now.parameters;
    parts_ = names_of(*plan, parts_of(*plan, plan->training->loss));
  }
  return edits_of(before, *parts_) == edits_of(now, *parts_) ? RunChange::equal : RunChange::other;
}

Result<RunChange> compare_runs(const Lesson& lesson, const Overrides& before, const Overrides& now) {
  if (!lesson.training) return no_training();
  const auto a = make_plan(lesson, for_training(lesson, before)), b = make_plan(lesson, for_training(lesson, now));
  if (!a) return std::unexpected(a.error());
  if (!b) return std::unexpected(b.error());
  PlannedTraining of_a = *a->training, of_b = *b->training;
  const auto rate = [](PlannedTraining& training) { return graph::number(training.optimiser, "lr", 0); };
  const bool same_rate = rate(of_a) == rate(of_b);
  for (PlannedTraining* training : {&of_a, &of_b}) training->optimiser.erase("lr");
  const std::set<std::size_t> parts = parts_of(*a, of_a.loss);
  const RunParts names = names_of(*a, parts);
  const bool equal =
      of_a.loss == of_b.loss && of_a.parameters == of_b.parameters && of_a.optimiser == of_b.optimiser &&
      of_a.fresh == of_b.fresh && of_a.steps == of_b.steps && of_a.held_out == of_b.held_out &&
      of_a.every == of_b.every && of_a.batches == of_b.batches && of_a.writes_every == of_b.writes_every &&
      parts == parts_of(*b, of_b.loss) && std::ranges::equal(a->generators, b->generators, same_generator) &&
      same_random(*a, *b) &&
      std::ranges::all_of(parts, [&](std::size_t i) { return same_tensor(a->tensors[i], b->tensors[i]); }) &&
      edits_of(before, names) == edits_of(now, names);
  return !equal ? RunChange::other : same_rate ? RunChange::equal : RunChange::rate;
}

Result<RunSettings> run_settings(const Lesson& lesson, const Overrides& overrides) {
  if (!lesson.training) return no_training();
  const auto plan = make_plan(lesson, for_training(lesson, overrides));
  if (!plan) return std::unexpected(plan.error());
  RunSettings settings{graph::number(plan->training->optimiser, "lr", 0), plan->training->steps, {}};
  for (const std::size_t i : plan->training->parameters) settings.parameters.push_back(plan->tensors[i].tensor->name);
  return settings;
}

}  // namespace lesson
