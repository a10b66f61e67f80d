// The cell times the probability that a standard normal number is smaller (Hendrycks & Gimpel 2016), exact form.
#include <cmath>

#include "graph/ops/elementwise/unary.hpp"

namespace graph {

const Operation& gelu_operation() {
  static const UnaryOperation operation(
      {"gelu", "x times the normal distribution's share below x", "gelu(", ")", false, "torch.nn.functional.gelu({0})",
       "gelu({0})", "\\operatorname{gelu}({0})"},
      [](double x) { return x * 0.5 * (1 + std::erf(x / std::sqrt(2.0))); },
      [](Derivative& d) {
        return d.times(d.gradient(), d.apply("slope", {d.input(0)}, {{"of", std::string("gelu")}}));
      });
  return operation;
}

}  // namespace graph
