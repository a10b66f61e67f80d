// The numbers that a step with a run shows instead of the lesson's own: weights of a step, and a held-out batch.
#pragma once

#include <optional>

#include "explorer/training/run.hpp"
#include "graph/core/graph.hpp"

namespace explorer {

// Gives tensors of a graph other numbers, by their names; unknown names are ignored.
graph::Result<void> put_numbers(graph::Graph& in, const TrainedWeights& numbers);

// The weight whose history is shown: the chosen one, else the middle of the first tensor that makes queries, or of the
// first tensor. None while that part of the run is not shown.
bool is_weight_of(const graph::Graph& graph, const Run& run, const WeightCell& weight);  // the run trains it
std::optional<graph::CellRef> looked_weight(const graph::Graph& graph, const Run& run, const RunLook& look);

}  // namespace explorer
