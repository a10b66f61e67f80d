// Each cell without its sign.
#include <cmath>

#include "graph/ops/unary.hpp"

namespace graph {

const Operation& abs_operation() {
  static const UnaryOperation operation(
      {"abs", "Each cell without its sign", "|", "|", false, "{0}.abs()", "np.abs({0})", "\\lvert {0} \\rvert"},
      [](double x) { return std::fabs(x); });
  return operation;
}

}  // namespace graph
