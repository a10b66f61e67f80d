// Smallest number along an axis.
#include "graph/ops/reduce/extreme.hpp"

namespace graph {

const Operation& min_operation() {
  static const Extreme operation("min", "Smallest number along an axis", "rule.minimum", attention::amin);
  return operation;
}

}  // namespace graph
