// Natural logarithm of each cell; −∞ for 0, NaN below.
#include <cmath>

#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& log_operation() {
  static const UnaryOperation operation(
      {"log", "Natural logarithm of each cell", "ln(", ")", false, "torch.log({0})", "np.log({0})", "\\ln {0}"},
      [](double x) { return std::log(x); }, [](Derivative& d) { return d.over(d.gradient(), d.input(0)); });
  return operation;
}

}  // namespace graph
