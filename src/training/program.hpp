// A recorded computation made ready to run again and again: instructions over one piece of memory that is laid out
// once. Results are those of the graph within rounding; nothing is explained or labelled, and nothing is allocated by
// operations that have an instruction of their own.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graph/gradient/recording.hpp"
#include "training/instructions/instruction.hpp"

namespace training {

// The numbers of a node that are not computed here. `varies`: they change between runs, at the same place.
struct Given {
  const float* data = nullptr;
  bool varies = false;
};

class Program {
 public:
  // Computes `results`. Nodes that are given, one entry per node of the record, are not computed; what depends on none
  // that varies is computed once, now. Error "too_large" if the memory would hold more than `most` floats.
  static graph::Result<Program> compile(const graph::Recording& record, std::span<const Given> given,
                                        std::span<const graph::NodeId> results, std::size_t most);

  void run() const {
    for (const Run& one : instructions_) one();
  }
  // Of a result, after run().
  const float* value(graph::NodeId id) const { return places_[id]; }
  std::size_t floats() const { return floats_; }

 private:
  std::vector<const float*> places_;  // of each node
  std::vector<std::vector<float>> constants_;
  std::unique_ptr<float[]> memory_;
  std::shared_ptr<Workspace> work_;
  std::size_t floats_ = 0;
  std::vector<Run> instructions_;
};

}  // namespace training
