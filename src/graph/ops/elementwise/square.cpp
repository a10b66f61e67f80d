// The square of each cell.
#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& square_operation() {
  static const UnaryOperation operation(
      {"square", "Each cell times itself", "(", ")²", false, "{0}.square()", "np.square({0})", "{0}^{\\circ 2}"},
      [](double x) { return x * x; }, [](Derivative& d) { return d.times(d.scaled(d.gradient(), 2), d.input(0)); },
      Operation::Sign::never_negative);
  return operation;
}

}  // namespace graph
