// Sum of two tensors, cell by cell
#include "graph/ops/elementwise/pair.hpp"

namespace graph {

const Operation& add_operation() {
  static const PairOperation operation("add", "Sum of two tensors, cell by cell", "+", "{0} + {1}", "{0} + {1}",
                                       attention::add);
  return operation;
}

}  // namespace graph
