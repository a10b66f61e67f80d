// Exchanges two axes: Kᵀ.
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Transpose final : public Basic {
 public:
  std::string_view name() const override { return "transpose"; }
  std::string_view doc() const override { return "Swaps two axes, the last two unless said otherwise"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("first", "one of the axes that change places", -2, -8, 7),
                                         integer_option("second", "the other one", -1, -8, 7)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const std::size_t rank = inputs[0].size();
    const Result<std::size_t> a = axis_of(options, "first", -2, rank), b = axis_of(options, "second", -1, rank);
    if (!a) return std::unexpected(a.error());
    if (!b) return std::unexpected(b.error());
    Shape out = inputs[0];
    std::swap(out[*a], out[*b]);
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape& result) const override {
    std::vector<Axis> out = inputs[0];
    std::swap(out[axis_known(options, "first", -2, result.size())],
              out[axis_known(options, "second", -1, result.size())]);
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    return boxed(attention::transpose(inputs[0]->tensor, static_cast<int>(integer(options, "first", -2)),
                                      static_cast<int>(integer(options, "second", -1))));
  }
  Explanation explain(const CellContext& cell) const override {
    Index from = cell.index;
    std::swap(from[axis_known(options_of(cell), "first", -2, from.size())],
              from[axis_known(options_of(cell), "second", -1, from.size())]);
    return explain_copy(cell, input(cell, 0, from), {"rule.transpose", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("transpose", {d.gradient()}, d.options()));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const auto a = integer(context.options, "first", -2), b = integer(context.options, "second", -1);
    if (context.language == Language::tex) return assign(context, "{0}^{\\top}");
    const std::string axes = joined({a, ", ", b});
    if (context.input_shapes[0].size() == 2) return assign(context, "{0}.T");
    return assign(context, context.language == Language::pytorch ? joined({"{0}.transpose(", axes, ")"})
                                                                 : joined({"np.swapaxes({0}, ", axes, ")"}));
  }
  Layout layout() const override { return Layout::reshape; }
};

}  // namespace

const Operation& transpose_operation() {
  static const Transpose operation;
  return operation;
}

}  // namespace graph
