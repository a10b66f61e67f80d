// Sums and means of all cells so far, along an axis.
#include "attention/averaging.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
// Running sums along an axis: each cell is the sum of all up to it.
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

// The mean of all tokens up to and including each, computed in three ways: by a loop, by a product with a lower
// triangle, by a masked softmax of zeros. They differ in the last bits only.
namespace {

class MeanSoFar final : public Basic {
 public:
  std::string_view name() const override { return "mean_so_far"; }
  std::string_view doc() const override { return "Row t becomes the mean of rows 1 to t"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {choice_option("way", "how it is computed", "loop", "loop|triangle|softmax")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    if (inputs[0].size() < 2) return shape_error(0, "x needs two axes, token × feature.");
    return inputs[0];
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const std::string way = text(options, "way", "loop");
    if (way == "triangle") return boxed(attention::running_mean_by_triangle(inputs[0]->tensor));
    if (way == "softmax") return boxed(attention::running_mean_by_softmax(inputs[0]->tensor));
    return boxed(attention::running_mean_by_loop(inputs[0]->tensor));
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t axis = cell.index.size() - 2, last = cell.index[axis];
    std::vector<Product> products;
    for (std::size_t t = 0; t <= last; ++t) {
      const CellRef ref = input(cell, 0, with(cell.index, axis, t));
      products.push_back({{ref}, {}, place_note(cell.graph, ref.node, axis, t)});
    }
    return explain_sum(cell, std::move(products), {"rule.mean_so_far", {one_based(last)}},
                       static_cast<double>(last + 1));
  }
  Result<void> derivative(Derivative& d) const override {
    const double tokens = static_cast<double>(d.shape(d.input(0))[d.shape(d.input(0)).size() - 2]);
    const NodeId ones = d.apply("ones", {}, {{"shape", std::vector<double>{tokens, 1}}});
    const NodeId means = d.over(d.gradient(), d.apply("cumulative_sum", {ones}));  // of 1, 2, 3 … rows
    d.add(0, d.apply("cumulative_sum", {means}, {{"axis", -2.0}, {"reverse", true}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string tokens = std::to_string(context.input_shapes[0][context.input_shapes[0].size() - 2]);
    const std::string way = text(context.options, "way", "loop");
    if (context.language == Language::tex) return assign(context, "\\frac{1}{t} \\sum_{s \\le t} {0}_s");
    const std::string triangle = context.language == Language::pytorch
                                     ? joined({"torch.ones(", tokens, ", ", tokens, ").tril()"})
                                     : joined({"np.tril(np.ones((", tokens, ", ", tokens, "), dtype=np.float32))"});
    if (way == "loop")
      return assign(
          context, joined({"{np}.stack([{0}[..., :t + 1, :].mean({dim}=-2) for t in range(", tokens, ")], {dim}=-2)"}));
    if (way == "triangle")
      return assign(context, joined({"(", triangle, " / ", triangle, ".sum({dim}=1, {keep}=True)) @ {0}"}));
    if (context.language == Language::pytorch)
      return assign(context, joined({"torch.softmax(torch.zeros(", tokens, ", ", tokens, ").masked_fill(", triangle,
                                     " == 0, float(\"-inf\")), dim=-1) @ {0}"}));
    return assign(
        context, joined({"softmax(np.where(", triangle, " == 0, np.float32(-np.inf), np.float32(0)), axis=-1) @ {0}"}));
  }
  Layout layout() const override { return Layout::rows; }
};

}  // namespace

const Operation& mean_so_far_operation() {
  static const MeanSoFar operation;
  return operation;
}

}  // namespace graph
