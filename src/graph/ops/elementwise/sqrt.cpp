// The square root of each cell; NaN for negative ones.
#include <cmath>

#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& sqrt_operation() {
  static const UnaryOperation operation(
      {"sqrt", "Square root of each cell", "√(", ")", false, "torch.sqrt({0})", "np.sqrt({0})", "\\sqrt{{0}}"},
      [](double x) { return std::sqrt(x); },
      [](Derivative& d) { return d.over(d.scaled(d.gradient(), 0.5), d.result()); }, Operation::Sign::never_negative);
  return operation;
}

}  // namespace graph
