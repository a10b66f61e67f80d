// Quotient of two tensors, cell by cell
#include "graph/ops/elementwise/pair.hpp"

namespace graph {

const Operation& divide_operation() {
  static const PairOperation operation("divide", "Quotient of two tensors, cell by cell", "/", "{0} / {1}",
                                       "{0} \\oslash {1}", attention::divide, [](Derivative& d) {
                                         const NodeId part = d.over(d.gradient(), d.input(1));
                                         d.add(0, part);
                                         d.add(1,
                                               d.apply("negate", {d.summed_to(d.times(part, d.result()), d.input(1))}));
                                       });
  return operation;
}

}  // namespace graph
