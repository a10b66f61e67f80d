// Several tensors as one: after one another along an axis, or along a new one.
#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
// Concatenates tensors along an existing axis.
namespace {

class Concat final : public Rearrangement {
 public:
  std::string_view name() const override { return "concat"; }
  std::string_view doc() const override { return "Tensors side by side along an axis that they have"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"parts", false, true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {axis_option("the axis along which they are joined")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", -1, inputs[0].size());
    if (!axis) return std::unexpected(axis.error());
    std::size_t length = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].size() != inputs[0].size() || with(inputs[i], *axis, 0) != with(inputs[0], *axis, 0))
        return shape_error(i, joined({"This part is ", describe(inputs[i]), " and the first is ", describe(inputs[0]),
                                      ". All axes but axis ", *axis, " must agree."}));
      length += inputs[i][*axis];
    }
    return with(inputs[0], *axis, length);
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape& result) const override {
    std::vector<Axis> out = inputs[0];
    const std::size_t axis = axis_known(options, "axis", -1, result.size());
    std::vector<std::string> labels;
    for (const std::vector<Axis>& part : inputs)
      labels.insert(labels.end(), part[axis].labels.begin(), part[axis].labels.end());
    out[axis].labels = labels.size() == result[axis] ? Labels(std::move(labels)) : Labels();
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    std::vector<attention::Tensor> parts;
    for (const TensorBox* input : inputs) parts.push_back(input->tensor);
    return boxed(attention::concat(parts, static_cast<int>(integer(options, "axis", -1))));
  }
  Result<void> derivative(Derivative& d) const override {
    const std::size_t axis = axis_known(d.options(), "axis", -1, d.shape(d.result()).size());
    for (std::size_t i = 0, start = 0; i < d.inputs(); ++i) {
      const std::size_t stop = start + d.shape(d.input(i))[axis];
      if (d.wants(i)) d.add(i, d.part(d.gradient(), axis, start, stop));
      start = stop;
    }
    return {};
  }
  std::string code(const CodeContext& context) const override {
    std::string parts;
    for (const std::string& input : context.inputs) parts += (parts.empty() ? "" : ", ") + input;
    const std::string axis = std::to_string(integer(context.options, "axis", -1));
    if (context.language == Language::numpy)
      return assign(context, joined({"np.concatenate([", parts, "], axis=", axis, ")"}));
    return assign(context, joined({"torch.cat([", parts, "], dim=", axis, ")"}),
                  joined({"\\begin{bmatrix} ", parts, " \\end{bmatrix}"}));
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const auto [part, place] = find(cell);
    return input(cell, part, with(cell.index, axis_known(options_of(cell), "axis", -1, cell.index.size()), place));
  }
  Message rule(const CellContext& cell) const override {
    return {"rule.concat", {one_based(find(cell).first), std::to_string(input_count(cell))}};
  }

 private:
  static std::pair<std::size_t, std::size_t> find(const CellContext& cell) {
    const std::size_t axis = axis_known(options_of(cell), "axis", -1, cell.index.size());
    std::size_t part = 0, place = cell.index[axis];
    for (; part + 1 < input_count(cell) && place >= input_shape(cell, part)[axis]; ++part)
      place -= input_shape(cell, part)[axis];
    return {part, place};
  }
};

}  // namespace

const Operation& concat_operation() {
  static const Concat operation;
  return operation;
}

// Stacks tensors of one shape along a new axis.
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
