// Smallest number along an axis.
#include "graph/ops/extreme.hpp"

namespace graph {

const Operation& min_operation() {
  static const Extreme operation("min", "Smallest number along an axis", "rule.minimum",
                                 [](double v, double best) { return v < best; });
  return operation;
}

}  // namespace graph
