// Largest number along an axis.
#include "graph/ops/extreme.hpp"

namespace graph {

const Operation& max_operation() {
  static const Extreme operation("max", "Largest number along an axis", "rule.maximum",
                                 [](double v, double best) { return v > best; });
  return operation;
}

}  // namespace graph
