// What a run of training is measured by: sequences that it never trains on, and the answers that its loss judges.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"
#include "lesson/run/plan.hpp"

namespace lesson {

// The cells of one batch for the tensors that are drawn anew at each step.
using Batch = std::vector<std::pair<std::size_t, std::vector<float>>>;  // by place in plan.tensors
// The first batches of the generator of "heldOut"; none without it. `most`: so many, or as many as the lesson measures.
graph::Result<std::vector<Batch>> held_out_batches(const Lesson& lesson, const Plan& plan,
                                                   std::optional<std::size_t> most);
// The first of them by the names of the tensors.
graph::Result<std::vector<std::pair<std::string, std::vector<float>>>> held_out_batch(const Lesson& lesson,
                                                                                      const Overrides& overrides);

// The cross-entropy that the loss is made of, where it is made of exactly one: its logits are answers, its targets the
// right ones.
std::optional<graph::NodeId> answers_of(const graph::Graph& graph, graph::NodeId loss);

}  // namespace lesson
