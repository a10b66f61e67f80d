// The cell times the logistic function of it (Elfwing et al. 2018), also called swish.
#include <cmath>

#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& silu_operation() {
  static const UnaryOperation operation(
      {"silu", "x times the logistic function of x, 1 / (1 + e to the -x)", "silu(", ")", false,
       "torch.nn.functional.silu({0})", "{0} / (1 + np.exp(-{0}))", "\\operatorname{silu}({0})"},
      [](double x) { return x / (1 + std::exp(-x)); },
      [](Derivative& d) {
        return d.times(d.gradient(), d.apply("slope", {d.input(0)}, {{"of", std::string("silu")}}));
      });
  return operation;
}

}  // namespace graph
