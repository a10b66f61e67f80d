// The largest absolute difference between two tensors: whether two computations agree.
#include <cmath>

#include "graph/gradient/derivative.hpp"
#include "graph/ops/elementwise/comparison.hpp"

namespace graph {
namespace {

class MaxAbsDifference final : public Comparison {
 public:
  std::string_view name() const override { return "max_abs_difference"; }
  std::string_view doc() const override { return "The largest difference between two tensors, whatever its sign"; }
  Sign sign() const override { return Sign::never_negative; }
  Meaning meaning() const override { return Meaning::difference; }
  Explanation explain(const CellContext& cell) const override {
    const Shape shape = input_shape(cell, 0);
    const double own = cell.graph.at(cell.node, cell.index);
    for (std::size_t i = 0; i < count(shape); ++i) {
      const CellRef a = input(cell, 0, index_at(shape, i)), b = input(cell, 1, index_at(shape, i));
      const double d = std::fabs(static_cast<double>(cell.graph.at(a.node, a.index)) - cell.graph.at(b.node, b.index));
      if (static_cast<float>(d) != static_cast<float>(own)) continue;
      Writer writer(cell);
      writer.name().relate().text("|").cell(a, cell_note(cell.graph, a.node, a.index)).text("−").cell(b).text("|");
      writer.relate().result();
      return writer.finish(Combine::copy, {{d, {a, b}}}, {"rule.absolute_largest", {}});
    }
    return explain_constant(cell, {"rule.absolute_largest", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    return d.through(d.apply("max", {d.apply("abs", {d.minus(d.input(0), d.input(1))})}, {{"all", true}}));
  }
  std::string code(const CodeContext& context) const override {
    return assign(context, "{np}.abs({0} - {1}).max()", "\\max \\lvert {0} - {1} \\rvert");
  }

 protected:
  Result<attention::Tensor> compare(const attention::Tensor& a, const attention::Tensor& b) const override {
    return attention::max_abs_difference(a, b);
  }
};

}  // namespace

const Operation& max_abs_difference_operation() {
  static const MaxAbsDifference operation;
  return operation;
}

}  // namespace graph
