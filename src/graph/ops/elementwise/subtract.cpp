// Difference of two tensors, cell by cell
#include "graph/ops/elementwise/pair.hpp"

namespace graph {

const Operation& subtract_operation() {
  static const PairOperation operation("subtract", "Difference of two tensors, cell by cell", "−", "{0} - {1}",
                                       "{0} - {1}", attention::subtract);
  return operation;
}

}  // namespace graph
