// Product of two tensors, cell by cell
#include "graph/ops/elementwise/pair.hpp"

namespace graph {

const Operation& multiply_operation() {
  static const PairOperation operation("multiply", "Product of two tensors, cell by cell", "·", "{0} * {1}",
                                       "{0} \\odot {1}", attention::multiply, [](Derivative& d) {
                                         d.add(0, d.times(d.gradient(), d.input(1)));
                                         d.add(1, d.times(d.gradient(), d.input(0)));
                                       });
  return operation;
}

}  // namespace graph
