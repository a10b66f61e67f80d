// Running sums along an axis: each cell is the sum of all up to it.
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
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
    static constexpr OptionSpec all[] = {
        axis_option("the axis along which is added", 0),
        boolean_option("reverse", "from the end: each is the sum of all from it on", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", 0, in[0].size());
    if (!axis) return std::unexpected(axis.error());
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const auto axis = static_cast<int>(integer(options, "axis", 0));
    if (!flag(options, "reverse", false)) return boxed(attention::cumsum(in[0]->tensor, axis));
    const auto length =
        static_cast<long long>(in[0]->tensor.shape()[axis_known(options, "axis", 0, in[0]->tensor.dimension())]);
    std::vector<long long> backwards;
    for (long long place = length; place-- > 0;) backwards.push_back(place);
    Result<attention::Tensor> sums = attention::index_select(in[0]->tensor, axis, backwards);
    if (sums) sums = attention::cumsum(*sums, axis);
    if (sums) sums = attention::index_select(*sums, axis, backwards);
    return boxed(std::move(sums));
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    const bool reverse = flag(options_of(cell), "reverse", false);
    const std::size_t own = cell.index[axis], length = input_shape(cell, 0)[axis];
    std::vector<Product> products;
    for (std::size_t k = reverse ? own : 0; k < (reverse ? length : own + 1); ++k) {
      const CellRef ref = input(cell, 0, with(cell.index, axis, k));
      products.push_back({{ref}, {}, place_note(cell.graph, ref.node, axis, k)});
    }
    return explain_sum(cell, std::move(products),
                       reverse ? Message{"rule.cumulative.reverse", {std::to_string(length - own)}}
                               : Message{"rule.cumulative", {one_based(own)}});
  }
  Result<void> derivative(Derivative& d) const override {
    Options options = d.options();
    options.insert_or_assign("reverse", !flag(options, "reverse", false));
    d.add(0, d.apply("cumulative_sum", {d.gradient()}, std::move(options)));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string axis = std::to_string(integer(context.options, "axis", 0));
    if (!flag(context.options, "reverse", false))
      return assign(context, joined({"{np}.cumsum({0}, {dim}=", axis, ")"}), "\\sum_{s \\le t} {0}_s");
    if (context.language == Language::pytorch)
      return assign(context, joined({"torch.cumsum({0}.flip(", axis, "), dim=", axis, ").flip(", axis, ")"}));
    return assign(context, joined({"np.flip(np.cumsum(np.flip({0}, ", axis, "), axis=", axis, "), ", axis, ")"}),
                  "\\sum_{s \\ge t} {0}_s");
  }
};

}  // namespace

const Operation& cumulative_sum_operation() {
  static const CumulativeSum operation;
  return operation;
}

}  // namespace graph
