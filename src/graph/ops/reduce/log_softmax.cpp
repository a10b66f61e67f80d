// The logarithm of softmax along an axis: each score minus the logarithm of the sum of e to all of them.
#include <algorithm>
#include <cmath>

#include "attention/softmax.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class LogSoftmax final : public Basic {
 public:
  std::string_view name() const override { return "log_softmax"; }
  std::string_view doc() const override { return "The logarithm of softmax along an axis"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {axis_option("the axis along which softmax adds up to 1")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", -1, inputs[0].size());
    if (!axis) return std::unexpected(axis.error());
    return inputs[0];
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    return boxed(attention::log_softmax(inputs[0]->tensor, static_cast<int>(integer(options, "axis", -1))));
  }
  Making making() const override { return Making::softmax; }
  Explanation explain(const CellContext& cell) const override {
    const Shape shape = input_shape(cell, 0);
    const std::size_t axis = axis_known(options_of(cell), "axis", -1, shape.size());
    const CellRef own = input(cell, 0, cell.index);
    Term whole;
    double largest = -HUGE_VAL, sum = 0;
    for (std::size_t k = 0; k < shape[axis]; ++k) {
      whole.factors.push_back(input(cell, 0, with(cell.index, axis, k)));
      largest = std::max<double>(largest, cell.graph.at(own.node, whole.factors.back().index));
    }
    for (const CellRef& one : whole.factors) sum += std::exp(cell.graph.at(one.node, one.index) - largest);
    const double log = largest + std::log(sum);
    whole.value = -log;
    Writer writer(cell);
    const SumDecimals shown =
        sum_decimals({writer.value(own), -log}, cell.graph.at(cell.node, cell.index), cell.decimals);
    writer.with_decimals(shown.terms).name().relate().cell(own).text(log < 0 ? "+" : "−");
    writer.size_of(log).relate().with_decimals(shown.total).result();
    return writer.finish(Combine::sum, {{writer.value(own), {own}}, std::move(whole)},
                         {"rule.log_softmax", {std::to_string(shape[axis])}});
  }
  Result<void> derivative(Derivative& d) const override {
    const std::size_t axis = axis_known(d.options(), "axis", -1, d.shape(d.result()).size());
    const NodeId share = d.times(d.apply("exp", {d.result()}), d.summed(d.gradient(), axis));
    d.add(0, d.minus(d.gradient(), share));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string axis = std::to_string(integer(context.options, "axis", -1));
    if (context.language == Language::tex) return assign(context, "\\ln \\operatorname{softmax}({0})");
    if (context.language == Language::pytorch)
      return assign(context, joined({"torch.log_softmax({0}, dim=", axis, ")"}));
    return assign(context, joined({"log_softmax({0}, axis=", axis, ")"}));
  }
};

}  // namespace

const Operation& log_softmax_operation() {
  static const LogSoftmax operation;
  return operation;
}

}  // namespace graph
