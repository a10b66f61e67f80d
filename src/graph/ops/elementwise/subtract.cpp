// Difference of two tensors, cell by cell
#include "graph/ops/elementwise/pair.hpp"

namespace graph {

const Operation& subtract_operation() {
  static const PairOperation operation(
      "subtract", "Difference of two tensors, cell by cell", "−", "{0} - {1}", "{0} - {1}", attention::subtract,
      [](Derivative& d) {
        d.add(0, d.gradient());
        d.add(1, d.apply("negate", {d.summed_to(d.gradient(), d.input(1))}));
      },
      Meaning::difference);
  return operation;
}

}  // namespace graph
