// Running sums along an axis: each cell is the sum of all up to it.
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class CumulativeSum final : public Basic {
 public:
  std::string_view name() const override { return "cumulative_sum"; }
  std::string_view doc() const override { return "Running sums along an axis"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {axis_option("the axis along which is added", 0)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", 0, in[0].size());
    if (!axis) return std::unexpected(axis.error());
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    return boxed(attention::cumsum(in[0]->tensor, static_cast<int>(integer(options, "axis", 0))));
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    std::vector<Product> products;
    for (std::size_t k = 0; k <= cell.index[axis]; ++k) {
      const CellRef ref = input(cell, 0, with(cell.index, axis, k));
      products.push_back({{ref}, {}, place_note(cell.graph, ref.node, axis, k)});
    }
    return explain_sum(cell, std::move(products), {"rule.cumulative", {one_based(cell.index[axis])}});
  }
  std::string code(const CodeContext& context) const override {
    return assign(context, joined({"{np}.cumsum({0}, {dim}=", integer(context.options, "axis", 0), ")"}),
                  "\\sum_{s \\le t} {0}_s");
  }
};

}  // namespace

const Operation& cumulative_sum_operation() {
  static const CumulativeSum operation;
  return operation;
}

}  // namespace graph
