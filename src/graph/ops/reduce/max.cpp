// Largest number along an axis.
#include "graph/ops/reduce/extreme.hpp"

namespace graph {

const Operation& max_operation() {
  static const Extreme operation("max", "Largest number along an axis", "rule.maximum", attention::amax);
  return operation;
}

}  // namespace graph
