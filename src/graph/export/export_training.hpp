// The training of a graph as a PyTorch script that prints the loss of each step.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/graph.hpp"

namespace graph {

struct TrainingCode {
  // A generator with a name of its own in the script, and what is drawn from it before the first step.
  struct Stream {
    std::string name;
    std::int64_t seed = 0;
    std::vector<Draw> before;
  };
  // A tensor that is drawn anew at each step.
  struct Fresh {
    NodeId node = 0;
    std::size_t stream = 0;
    Draw draw;
  };

  NodeId loss = 0;
  std::vector<NodeId> parameters;
  Options optimiser;                                  // name, lr, momentum, betas, eps, weight_decay: all given
  std::vector<std::pair<std::size_t, double>> rates;  // from which step on another rate holds than the optimiser's
  std::vector<Stream> streams;
  std::vector<Fresh> fresh;  // in the order of the draws
  std::size_t steps = 0;
  std::optional<Stream> held_out;
  std::size_t every = 0, batches = 0;
  const Graph* apart =
      nullptr;  // computes the loss of the same name for held-out sequences, if they are computed otherwise
};

std::string export_training(const Graph& graph, const TrainingCode& code, std::string_view title);

}  // namespace graph
