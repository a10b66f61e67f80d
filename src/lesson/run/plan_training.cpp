// Resolves a lesson's training and checks what needs shapes and choices: the loss, the parameters and their sources.
#include <algorithm>

#include "lesson/run/plan.hpp"

namespace lesson {
namespace {

using graph::fail;
using graph::Result;

std::size_t tensor_named(const Lesson& lesson, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(lesson.tensors, name, &Tensor::name) - lesson.tensors.begin());
}

std::size_t generator_named(const Lesson& lesson, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(lesson.generators, name, &Generator::name) -
                                  lesson.generators.begin());
}

Result<std::size_t> one_cell(const Lesson& lesson, const Plan& plan, const Training& training) {
  const std::size_t loss = tensor_named(lesson, training.loss);
  std::size_t cells = 1;
  for (const std::size_t length : plan.tensors[loss].shape) cells *= length;
  if (cells == 1) return loss;
  return fail("training", training.pointer + "/loss",
              {"The loss “", training.loss, "” has ", cells,
               " cells. Training makes one number smaller: name their mean or sum instead."});
}

Result<std::size_t> movable(const Lesson& lesson, const Plan& plan, const std::string& name,
                            std::span<const std::size_t> fresh, const std::string& pointer) {
  const std::size_t i = tensor_named(lesson, name);
  if (plan.tensors[i].operation)
    return fail(
        "training", pointer,
        {"“", name, "” is computed from other tensors, so training can't change it. Name one of those instead."});
  if (!std::ranges::contains(drawn_from(plan, fresh), i)) return i;
  return fail("training", pointer,
              {"“", name,
               "” is drawn anew at each step, so what training changes would be lost. Draw it from a "
               "generator that is not listed in “fresh”."});
}

// A line is a source of one more id than there are picks.
Result<PlannedTraining::Writing> writable(const Lesson& lesson, const Plan& plan, const Writing& writing) {
  const PlannedTraining::Writing found{tensor_named(lesson, writing.line), tensor_named(lesson, writing.picks)};
  const PlannedTensor& line = plan.tensors[found.line];
  if (line.operation || line.shape.size() != 1 || line.shape[0] == 0)
    return fail("training", writing.pointer + "/line",
                {"“", writing.line, "” is not a list of ids without inputs. Name one that the model may overwrite."});
  return found;
}

void put_defaults(graph::Options& optimiser, const BoundOptions& given) {
  if (auto& betas = std::get<std::vector<double>>(optimiser.find("betas")->second); betas.empty()) betas = {0.9, 0.999};
  const bool adamw = std::get<std::string>(optimiser.find("name")->second) == "adamw";
  if (adamw && !given.contains("weight_decay")) optimiser.find("weight_decay")->second = 0.01;
}

std::size_t size_of(const graph::Options& options, std::string_view name) {
  return static_cast<std::size_t>(std::get<double>(options.find(name)->second));
}

}  // namespace

std::vector<std::size_t> drawn_from(const Plan& plan, std::span<const std::size_t> generators) {
  std::vector<std::size_t> drawn;
  for (std::size_t i = 0; i < plan.tensors.size(); ++i)
    if (std::holds_alternative<RandomSource>(plan.tensors[i].making->source) &&
        std::ranges::contains(generators, plan.tensors[i].generator))
      drawn.push_back(i);
  std::ranges::sort(drawn, {}, [&](std::size_t i) { return plan.tensors[i].tensor->place; });
  return drawn;
}

Result<PlannedTraining> plan_training(const Lesson& lesson, const Plan& plan, const Values& values) {
  const Training& training = *lesson.training;
  const auto value_of = [&](const std::string& name) { return spelt(values.find(name)->second); };
  PlannedTraining planned;
  const auto loss = one_cell(lesson, plan, training);
  if (!loss) return std::unexpected(loss.error());
  planned.loss = *loss;
  for (const std::string& name : training.fresh) planned.fresh.push_back(generator_named(lesson, name));
  const std::vector<std::string>& names = training.parameters.at(value_of);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = movable(lesson, plan, names[i], planned.fresh, joined({training.pointer, "/parameters/", i}));
    if (!found) return std::unexpected(found.error());
    planned.parameters.push_back(*found);
  }
  const BoundOptions& optimiser = training.optimiser.at(value_of);
  auto options = settle_options(optimiser, optimiser_options(), values, training.pointer + "/optimiser", true);
  if (!options) return std::unexpected(options.error());
  planned.optimiser = std::move(*options);
  put_defaults(planned.optimiser, optimiser);
  const auto settings = settle_options(training.settings, training_options(), values, training.pointer, true);
  if (!settings) return std::unexpected(settings.error());
  planned.steps = size_of(*settings, "steps");
  if (!training.held_out.empty()) {
    const std::string pointer = training.pointer + "/heldOut";
    const auto held_out = settle_options(training.held_out_settings, held_out_options(), values, pointer, true);
    if (!held_out) return std::unexpected(held_out.error());
    planned.held_out = generator_named(lesson, training.held_out);
    planned.every = size_of(*held_out, "every");
    planned.batches = size_of(*held_out, "batches");
    if (std::ranges::contains(planned.fresh, *planned.held_out))
      return fail("training", pointer + "/generator",
                  {"“", training.held_out,
                   "” draws the sequences that are trained on. Give those that are kept apart a "
                   "generator of their own."});
  }
  for (const Writing& writing : training.writings) {
    const auto found = writable(lesson, plan, writing);
    if (!found) return std::unexpected(found.error());
    planned.writings.push_back(*found);
  }
  if (!training.writings.empty()) {
    const auto writes =
        settle_options(training.writing_settings, writing_options(), values, training.pointer + "/writes", true);
    if (!writes) return std::unexpected(writes.error());
    planned.writes_every = size_of(*writes, "every");
  }
  for (const std::string& name : training.watch) planned.watch.push_back(tensor_named(lesson, name));
  return planned;
}

}  // namespace lesson
