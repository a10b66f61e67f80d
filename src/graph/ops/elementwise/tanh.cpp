// Hyperbolic tangent of each cell, as additive scores use it.
#include <cmath>

#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& tanh_operation() {
  static const UnaryOperation operation(
      {"tanh", "Hyperbolic tangent of each cell", "tanh(", ")", false, "torch.tanh({0})", "np.tanh({0})", "\\tanh {0}"},
      [](double x) { return std::tanh(x); },
      [](Derivative& d) { return d.minus(d.gradient(), d.times(d.gradient(), d.apply("square", {d.result()}))); });
  return operation;
}

}  // namespace graph
