// Finds chains of operations that one instruction carries out at once, so that their numbers are read and written once:
// scores that are scaled, masked and put through softmax, and the way back through all of these.
#pragma once

#include <optional>
#include <vector>

#include "graph/gradient/recording.hpp"
#include "training/instructions/instruction.hpp"

namespace training {

struct Fusions {
  std::vector<std::optional<FusedSoftmax>> made;   // for each node: that of a chain that ends there
  std::vector<std::vector<graph::NodeId>> inputs;  // of each node, those of the chain where there is one
  std::vector<bool> absorbed;                      // inside a chain: never computed
};

// `users` has, for each node, the needed nodes that use its numbers; `kept` are results, which are never absorbed.
Fusions fuse(const graph::Recording& record, const std::vector<std::vector<graph::NodeId>>& users,
             const std::vector<bool>& kept);

}  // namespace training
