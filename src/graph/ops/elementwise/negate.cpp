// Each cell with its sign changed.
#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& negate_operation() {
  static const UnaryOperation operation(
      {"negate", "Each cell with the other sign", "−(", ")", false, "-{0}", "-{0}", "-{0}"},
      [](double x) { return -x; }, [](Derivative& d) { return d.apply("negate", {d.gradient()}); });
  return operation;
}

}  // namespace graph
