// e to the power of each cell: the first half of softmax.
#include <cmath>

#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& exp_operation() {
  static const UnaryOperation operation(
      {"exp", "e to the power of each cell", "e", "", true, "torch.exp({0})", "np.exp({0})", "e^{{0}}"},
      [](double x) { return std::exp(x); }, [](Derivative& d) { return d.times(d.gradient(), d.result()); },
      Operation::Sign::never_negative);
  return operation;
}

}  // namespace graph
