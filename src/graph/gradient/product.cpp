// The derivative of a matrix product, for all operations that are one.
#include "graph/gradient/derivative.hpp"

namespace graph {
namespace {

// A vector on the left as one row, on the right as one column.
Shape as_matrix(const Shape& shape, bool left) {
  if (shape.size() != 1) return shape;
  return left ? Shape{1, shape[0]} : Shape{shape[0], 1};
}

// All rows of a batch under each other.
Shape flat(const Shape& shape) { return {count(shape) / std::max<std::size_t>(shape.back(), 1), shape.back()}; }

}  // namespace

// C = A B: G Bᵀ and Aᵀ G, with an operand transposed accordingly, summed over the batch axes that were broadcast.
void Derivative::product_rule(std::string_view transpose) {
  const Shape a_shape = as_matrix(shape(input(0)), true), b_shape = as_matrix(shape(input(1)), false);
  const NodeId a = reshaped(input(0), a_shape), b = reshaped(input(1), b_shape);
  const bool row = shape(input(0)).size() > 1, column = shape(input(1)).size() > 1;
  const bool a_turned = row && (transpose == "first" || transpose == "both");
  const bool b_turned = column && (transpose == "second" || transpose == "both");
  Shape whole = shape(result());
  if (!column) whole.push_back(1);
  if (!row) whole.insert(whole.end() - 1, 1);
  const NodeId g = reshaped(gradient(), whole);
  if (wants(0)) {
    NodeId part = 0;
    if (a_turned) part = b_turned ? product(b, g, "both") : product(b, g, "second");
    else part = b_turned ? product(g, b) : product(g, b, "second");
    add(0, reshaped(summed_to(part, a), shape(input(0))));
  }
  if (!wants(1)) return;
  // One matrix for a whole batch: the rows of the batch are those of one long matrix, so that nothing is to be summed.
  const bool one_for_all = b_shape.size() == 2 && a_shape.size() > 2 && !a_turned;
  const NodeId x = one_for_all ? reshaped(a, flat(a_shape)) : a;
  const NodeId y = one_for_all ? reshaped(g, flat(whole)) : g;
  NodeId part = 0;
  if (b_turned) part = a_turned ? product(y, x, "both") : product(y, x, "first");
  else part = a_turned ? product(x, y) : product(x, y, "first");
  add(1, reshaped(summed_to(part, b), shape(input(1))));
}

}  // namespace graph
