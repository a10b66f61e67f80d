// Quotient of two tensors, cell by cell
#include "graph/ops/elementwise/pair.hpp"

namespace graph {

const Operation& divide_operation() {
  static const PairOperation operation("divide", "Quotient of two tensors, cell by cell", "/", "{0} / {1}",
                                       "{0} \\oslash {1}", attention::divide);
  return operation;
}

}  // namespace graph
