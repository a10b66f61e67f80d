// The numbers that a step with a run shows instead of the lesson's own: weights of a step, and a held-out batch.
#pragma once

#include <optional>

#include "explorer/training/run.hpp"
#include "graph/core/graph.hpp"

namespace explorer {

// Gives tensors of a graph other numbers, by their names; names that it does not have are passed over.
graph::Result<void> put_numbers(graph::Graph& in, const TrainedWeights& numbers);

// The weight whose course is told: the one that was chosen, else the middle of the first tensor that makes queries, or of
// the first one. None while that part of the run is not looked at.
std::optional<graph::CellRef> looked_weight(const graph::Graph& graph, const Run& run, const RunLook& look);

}  // namespace explorer
