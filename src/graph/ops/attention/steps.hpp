// Attention in single steps, recorded as nodes: for the derivatives of the operations that do all of them at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/gradient/derivative.hpp"

namespace graph {

// A mask over the scores, and how the operation `mask` reads it: "added", "zero" or "nonzero" where it blocks.
struct StepMask {
  NodeId node;
  std::string_view blocked;
};

// softmax(Q Kᵀ · scale + masks) V; scale 0: 1/√D. A query that may attend to nothing gets zeros.
inline NodeId attention_in_steps(Derivative& d, NodeId query, NodeId key, NodeId value, const Options& options,
                                 const std::vector<StepMask>& masks) {
  const double scale = number(options, "scale", 0);
  NodeId scores = d.product(query, key, "second");
  if (scale == 0) scores = d.apply("scale", {scores, query}, {{"by", std::string("inverse_sqrt")}});
  else scores = d.scaled(scores, scale);
  for (const StepMask& mask : masks)
    scores = d.apply("mask", {scores, mask.node}, {{"blocked", std::string(mask.blocked)}});
  if (flag(options, "causal", false)) scores = d.apply("causal_mask", {scores});
  return d.product(d.apply("softmax", {scores}, {{"empty", std::string("zeros")}}), value);
}

}  // namespace graph
