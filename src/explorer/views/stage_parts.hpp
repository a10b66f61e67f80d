// The stage of a step in parts that are never divided, from which the interface makes its beats. Depends on the lesson
// and the graph, not on how much fits a screen.
#pragma once

#include <optional>
#include <vector>

#include "explorer/state/state.hpp"
#include "explorer/views/view.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"

namespace explorer {

// The parts of the figures that are shown under the current parameters, in order. Attention figures are one part.
std::vector<StagePart> stage_parts(const lesson::Lesson& lesson, const lesson::Step& step, const graph::Graph& graph,
                                   const State& state);

// Every tensor of the stage's figures, each once, whichever parts are shown.
std::vector<graph::NodeId> stage_tensors(const lesson::Lesson& lesson, const lesson::Step& step,
                                         const graph::Graph& graph, const State& state);

// The tensors in the parts of the current beat, and the result of its last operation, if it has one.
struct BeatTensors {
  std::vector<graph::NodeId> shown;
  std::optional<graph::NodeId> result;
};
BeatTensors beat_tensors(const lesson::Lesson& lesson, const lesson::Step& step, const graph::Graph& graph,
                         const State& state);

// The first part that shows the tensor; nothing if none does.
std::optional<std::size_t> first_part_of(const lesson::Lesson& lesson, const lesson::Step& step,
                                         const graph::Graph& graph, const State& state, graph::NodeId node);

}  // namespace explorer
