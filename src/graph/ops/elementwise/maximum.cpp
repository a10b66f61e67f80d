// The larger of two tensors, cell by cell.
#include "attention/tiles.hpp"
#include "graph/ops/elementwise/pair.hpp"

namespace graph {
namespace {

// 1 where x is the larger of the two, ½ where both are equal, 0 elsewhere: as PyTorch divides the gradient.
NodeId share_of_larger(Derivative& d, std::size_t i) {
  const NodeId own = d.apply("eq", {d.input(i), d.result()}), other = d.apply("eq", {d.input(1 - i), d.result()});
  return d.over(own, d.without_zeros(d.plus(own, other)));
}

class Maximum final : public PairOperation {
 public:
  Maximum()
      : PairOperation("maximum", "The larger of two tensors, cell by cell", ",", "{np}.maximum({0}, {1})",
                      "\\max({0}, {1})", attention::maximum, [](Derivative& d) {
                        for (std::size_t i = 0; i < 2; ++i)
                          d.add(i, d.summed_to(d.times(d.gradient(), share_of_larger(d, i)), d.input(i)));
                      }) {}
  Sign sign() const override { return Sign::of_inputs; }
  Explanation explain(const CellContext& cell) const override {
    const CellRef a = operand(cell, 0), b = operand(cell, 1);
    const double own = cell.graph.at(cell.node, cell.index);
    Writer writer(cell);
    writer.name().relate().text("max(").cell(a).text(", ").cell(b).text(")").relate().result();
    return writer.finish(Combine::copy, {{own, {writer.value(a) == own ? a : b}}}, {"rule.maximum", {"2"}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    if (i > 1) return {};
    return {operand(cell, i).index};
  }
};

}  // namespace

const Operation& maximum_operation() {
  static const Maximum operation;
  return operation;
}

}  // namespace graph
