// See held_out.hpp.
#include "lesson/run/held_out.hpp"

#include "lesson/run/drawing.hpp"
#include "lesson/run/training_code.hpp"

namespace lesson {

graph::Draw draw_of(const PlannedTensor& tensor) {
  return {std::get<RandomSource>(tensor.making->source).draw, tensor.shape, tensor.options};
}

graph::Result<attention::Generator> begun(const Lesson& lesson, const Plan& plan, std::size_t generator,
                                          bool with_tensors) {
  attention::Generator out(static_cast<std::uint64_t>(plan.generators[generator].seed));
  std::vector<graph::Draw> draws = plan.generators[generator].discard;
  if (with_tensors)
    for (const std::size_t i : drawn_from(plan, std::span(&generator, 1))) draws.push_back(draw_of(plan.tensors[i]));
  for (const graph::Draw& one : draws)
    if (auto done = draw(one, out, lesson.generators[generator].pointer); !done) return std::unexpected(done.error());
  return out;
}

graph::Result<std::vector<Batch>> held_out_batches(const Lesson& lesson, const Plan& plan,
                                                   std::optional<std::size_t> most) {
  const PlannedTraining& training = *plan.training;
  std::vector<Batch> batches;
  if (!training.held_out) return batches;
  auto generator = begun(lesson, plan, *training.held_out, true);
  if (!generator) return std::unexpected(generator.error());
  const std::vector<std::size_t> sources = drawn_from(plan, training.fresh);
  batches.resize(std::min(most.value_or(training.batches), training.batches));
  for (Batch& batch : batches)
    for (const std::size_t i : sources) {
      auto cells = draw(draw_of(plan.tensors[i]), *generator, lesson.training->pointer + "/heldOut");
      if (!cells) return std::unexpected(cells.error());
      batch.emplace_back(i, std::move(*cells));
    }
  return batches;
}

graph::Result<std::vector<std::pair<std::string, std::vector<float>>>> held_out_batch(const Lesson& lesson,
                                                                                      const Overrides& overrides) {
  if (!lesson.training) return no_training();
  const auto plan = make_plan(lesson, overrides);
  if (!plan) return std::unexpected(plan.error());
  auto batches = held_out_batches(lesson, *plan, 1);
  if (!batches) return std::unexpected(batches.error());
  std::vector<std::pair<std::string, std::vector<float>>> named;
  if (!batches->empty())
    for (auto& [i, cells] : batches->front()) named.emplace_back(plan->tensors[i].tensor->name, std::move(cells));
  return named;
}

std::optional<graph::NodeId> answers_of(const graph::Graph& graph, graph::NodeId loss) {
  std::vector<bool> seen(graph.size());
  std::vector<graph::NodeId> waiting{loss};
  std::optional<graph::NodeId> found;
  while (!waiting.empty()) {
    const graph::NodeId id = waiting.back();
    waiting.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    const graph::Node& node = graph.node(id);
    if (node.operation && node.operation->meaning() == graph::Meaning::loss) {
      if (found) return std::nullopt;
      found = id;
    }
    waiting.insert(waiting.end(), node.inputs.begin(), node.inputs.end());
  }
  return found;
}

}  // namespace lesson
