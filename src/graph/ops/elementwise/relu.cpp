// The larger of 0 and the cell: the nonlinearity in a feed-forward layer.
#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& relu_operation() {
  static const UnaryOperation operation(
      {"relu", "The cell where it is positive, 0 elsewhere", "max(0, ", ")", false, "torch.relu({0})",
       "np.maximum({0}, 0)", "\\max(0, {0})"},
      [](double x) { return x > 0 || x != x ? x : 0.0; },
      [](Derivative& d) {
        return d.times(d.gradient(), d.apply("slope", {d.input(0)}, {{"of", std::string("relu")}}));
      },
      Operation::Sign::never_negative);
  return operation;
}

}  // namespace graph
