// Sum of two tensors, cell by cell
#include "graph/ops/elementwise/pair.hpp"

namespace graph {

const Operation& add_operation() {
  static const PairOperation operation("add", "Sum of two tensors, cell by cell", "+", "{0} + {1}", "{0} + {1}",
                                       attention::add, [](Derivative& d) {
                                         d.add(0, d.gradient());
                                         d.add(1, d.gradient());
                                       });
  return operation;
}

}  // namespace graph
