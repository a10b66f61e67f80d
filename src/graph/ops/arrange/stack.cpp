// Stacks tensors of one shape along a new axis.
#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
namespace {

class Stack final : public Rearrangement {
 public:
  std::string_view name() const override { return "stack"; }
  std::string_view doc() const override { return "Tensors of one shape along a new axis"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"parts", false, true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {axis_option("the position of the new axis", 0)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", 0, inputs[0].size() + 1);
    if (!axis) return std::unexpected(axis.error());
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i] != inputs[0])
        return shape_error(i, joined({"This part is ", describe(inputs[i]), " and the first is ", describe(inputs[0]),
                                      ". All parts must have one shape."}));
    return inserted(inputs[0], *axis, inputs.size());
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape& result) const override {
    std::vector<Axis> out = inputs[0];
    const std::size_t axis = axis_known(options, "axis", 0, result.size());
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(axis), Axis{});
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    std::vector<attention::Tensor> parts;
    for (const TensorBox* input : inputs) parts.push_back(input->tensor);
    return boxed(attention::stack(parts, static_cast<int>(integer(options, "axis", 0))));
  }
  Result<void> derivative(Derivative& d) const override {
    const auto axis = static_cast<double>(axis_known(d.options(), "axis", 0, d.shape(d.result()).size()));
    for (std::size_t i = 0; i < d.inputs(); ++i)
      if (d.wants(i)) d.add(i, d.apply("slice", {d.gradient()}, {{"axis", axis}, {"index", static_cast<double>(i)}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    std::string parts;
    for (const std::string& input : context.inputs) parts += (parts.empty() ? "" : ", ") + input;
    return assign(context, joined({"{np}.stack([", parts, "], {dim}=", integer(context.options, "axis", 0), ")"}),
                  joined({"\\left[ ", parts, " \\right]"}));
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    return input(cell, cell.index[axis], without(cell.index, axis));
  }
  Message rule(const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    return {"rule.stack", {one_based(cell.index[axis]), std::to_string(input_count(cell))}};
  }
};

}  // namespace

const Operation& stack_operation() {
  static const Stack operation;
  return operation;
}

}  // namespace graph
