// Softmax along an axis, and its logarithm.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "attention/softmax.hpp"
#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
// Softmax along one axis: e to each score, divided by the sum of all of them. A line with NaN or +∞ gives NaN; a line
// of only −∞ gives NaN as in torch.softmax, or zeros on request.
namespace {

// The scores on the line of a cell.
std::vector<CellRef> line_of(const CellContext& cell, NodeId scores, std::size_t axis, std::size_t length) {
  std::vector<CellRef> line;
  for (std::size_t k = 0; k < length; ++k) line.push_back({scores, with(cell.index, axis, k)});
  return line;
}

class Softmax final : public Basic {
 public:
  std::string_view name() const override { return "softmax"; }
  std::string_view doc() const override { return "e to each score divided by the sum of these along an axis"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        axis_option("the axis along which the results add up to 1: -1 each row, -2 each column"),
        number_option("temperature", "scores are divided by it first", 1, 1e-6, 1e6),
        choice_option("empty", "what a line of masked scores becomes", "nan", "nan|zeros")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", -1, inputs[0].size());
    if (!axis) return std::unexpected(axis.error());
    return inputs[0];
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& x = inputs[0]->tensor;
    const auto axis = static_cast<int>(integer(options, "axis", -1));
    attention::SoftmaxOptions how;
    how.temperature = static_cast<float>(number(options, "temperature", 1));
    how.empty_row = text(options, "empty", "nan") == "nan" ? attention::EmptyRow::nan : attention::EmptyRow::zeros;
    if (x.size() == 0) return boxed(attention::softmax(x, axis, how));
    // Lines with NaN or +∞: they are computed as zeros, then set to NaN.
    const auto is_broken = [](double largest, double infinity) { return std::isnan(largest) || largest == infinity; };
    const attention::BoolTensor broken =
        attention::compare(is_broken, attention::widened(*attention::amax(x, axis, true)),
                           attention::wide_scalar(HUGE_VAL));  // (…, 1, …)
    if (std::ranges::none_of(broken, std::identity{})) return boxed(attention::softmax(x, axis, how));
    const Result<attention::Tensor> weights = attention::softmax(*attention::masked_fill(x, broken, 0), axis, how);
    if (!weights) return std::unexpected(weights.error());
    return boxed(attention::masked_fill(*weights, broken, std::numeric_limits<float>::quiet_NaN()));
  }
  Making making() const override { return Making::softmax; }
  Explanation explain(const CellContext& cell) const override {
    const Shape shape = input_shape(cell, 0);
    const Options& options = options_of(cell);
    const std::size_t axis = axis_known(options, "axis", -1, shape.size());
    const std::vector<CellRef> line = line_of(cell, input(cell, 0, {}).node, axis, shape[axis]);
    const double score = cell.graph.at(line[cell.index[axis]].node, line[cell.index[axis]].index);
    bool empty = true;
    for (const CellRef& ref : line) empty = empty && cell.graph.at(ref.node, ref.index) == -HUGE_VAL;
    Message rule{"rule.softmax.axis", {std::to_string(line.size())}};
    if (shape.size() == 1) rule.id = "rule.softmax.all";
    else if (axis + 1 == shape.size()) rule = {"rule.softmax.row", {one_based(cell.index[axis - 1])}};
    else if (axis + 2 == shape.size()) rule = {"rule.softmax.column", {one_based(cell.index[axis + 1])}};
    if (score == -HUGE_VAL) rule = {"rule.softmax.masked", {}};
    if (empty) {
      Explanation made = explain_constant(cell, {"rule.softmax.empty", {}});
      made.terms.front().factors = line;
      return made;
    }
    return explain_softmax(cell, line, cell.index[axis], number(options, "temperature", 1), std::move(rule));
  }
  Result<void> derivative(Derivative& d) const override {
    // P ⊙ (G − Σ G ⊙ P)
    const NodeId sum =
        d.summed(d.times(d.gradient(), d.result()), axis_known(d.options(), "axis", -1, d.shape(d.result()).size()));
    const NodeId scores = d.times(d.result(), d.minus(d.gradient(), sum));
    const double temperature = number(d.options(), "temperature", 1);
    d.add(0, temperature == 1 ? scores : d.apply("temperature", {scores}, {{"temperature", temperature}}));
    return {};
  }
  // Rows need no word: on the last axis, which may be counted from either end.
  static std::string lines_of(long long axis, const CodeContext& context) {
    const auto rank = static_cast<long long>(context.input_shapes.empty() ? 0 : context.input_shapes[0].size());
    const long long from_end = axis < 0 ? axis : axis - rank;
    if (rank == 0 ? axis == -1 : from_end == -1) return {};
    return from_end == -2 ? "_{\\text{columns}}" : joined({"_{\\text{axis ", axis, "}}"});
  }
  std::string code(const CodeContext& context) const override {
    const long long given = integer(context.options, "axis", -1);
    const std::string axis = std::to_string(given);
    const double temperature = number(context.options, "temperature", 1);
    const std::string x = temperature == 1 ? "{0}" : "{0} / " + code_number(temperature);
    const bool zeros = text(context.options, "empty", "nan") == "zeros";
    if (context.language == Language::tex)
      return assign(context, joined({"\\operatorname{softmax}(", x, ")", lines_of(given, context)}));
    const std::string call = context.language == Language::pytorch ? joined({"torch.softmax(", x, ", dim=", axis, ")"})
                                                                   : joined({"softmax(", x, ", axis=", axis, ")"});
    if (!zeros) return assign(context, call);
    return assign(context, context.language == Language::pytorch ? call + ".nan_to_num(0.0)"
                                                                 : joined({"np.nan_to_num(", call, ")"}));
  }
};

}  // namespace

const Operation& softmax_operation() {
  static const Softmax operation;
  return operation;
}

// The logarithm of softmax along an axis: each score minus the logarithm of the sum of e to all of them.
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
