// The largest difference between two tensors, whatever its sign: whether two ways of computing agree.
#include <cmath>

#include "graph/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class MaxAbsDifference final : public Basic {
 public:
  std::string_view name() const override { return "max_abs_difference"; }
  std::string_view doc() const override { return "The largest difference between two tensors, whatever its sign"; }
  std::vector<InputSpec> inputs() const override { return {{"first"}, {"second"}}; }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0] != in[1])
      return shape_error(
          1, "first is " + describe(in[0]) + " and second is " + describe(in[1]) + ". They must have one shape.");
    return Shape{};
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    double largest = 0;
    for (std::size_t i = 0; i < in[0]->tensor.size(); ++i) {
      const double d = std::fabs(static_cast<double>(in[0]->tensor.data()[i]) - in[1]->tensor.data()[i]);
      if (d > largest || std::isnan(d)) largest = d;
    }
    return Evaluated{filled({}, static_cast<float>(largest)), std::nullopt};
  }
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
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    for (std::size_t k = 0; k < count(input_shape(cell, i)); ++k) out.push_back(index_at(input_shape(cell, i), k));
    return out;
  }
  std::string code(const CodeContext& context) const override {
    return assign(context, "{np}.abs({0} - {1}).max()", "\\max \\lvert {0} - {1} \\rvert");
  }
};

}  // namespace

const Operation& max_abs_difference_operation() {
  static const MaxAbsDifference operation;
  return operation;
}

}  // namespace graph
