// (b·h, t, s) → (b, h, t, s): batch entries become heads again.
#include "attention/heads.hpp"

#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
namespace {

class UnfoldHeads final : public Rearrangement {
 public:
  std::string_view name() const override { return "unfold_heads"; }
  std::string_view doc() const override { return "Batch entries become heads again: (b·h, t, s) → (b, h, t, s)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override { return heads_options(); }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Shape& x = inputs[0];
    const std::size_t heads = heads_of(options);
    if (x.size() != 3) return shape_error(0, "x needs three axes, batch·head × token × feature.");
    if (x[0] % heads != 0)
      return fail("heads", "options/heads",
                  {"Axis 0 of x has length ", x[0],
                   ", which is not a "
                   "multiple of ",
                   heads, " heads."});
    return Shape{x[0] / heads, heads, x[1], x[2]};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    return {Axis{"batch", {}}, Axis{"head", {}}, inputs[0][1], inputs[0][2]};
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    return boxed(attention::unfold_heads(inputs[0]->tensor, heads_of(options)));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("fold_heads", {d.gradient()}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& x = context.input_shapes[0];
    const std::size_t heads = heads_of(context.options);
    return assign(context, joined({"{0}.reshape(", x[0] / heads, ", ", heads, ", ", x[1], ", ", x[2], ")"}),
                  "\\operatorname{unfold}_h({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::size_t heads = heads_of(options_of(cell));
    return input(cell, 0, {cell.index[0] * heads + cell.index[1], cell.index[2], cell.index[3]});
  }
};

}  // namespace

const Operation& unfold_heads_operation() {
  static const UnfoldHeads operation;
  return operation;
}

}  // namespace graph
