// The absolute value of each cell.
#include <cmath>

#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& abs_operation() {
  static const UnaryOperation operation(
      {"abs", "Each cell without its sign", "|", "|", false, "{0}.abs()", "np.abs({0})", "\\lvert {0} \\rvert"},
      [](double x) { return std::fabs(x); },
      [](Derivative& d) { return d.times(d.gradient(), d.apply("slope", {d.input(0)}, {{"of", std::string("abs")}})); },
      Operation::Sign::never_negative);
  return operation;
}

}  // namespace graph
