// (b, h, t, s) → (b·h, t, s): heads become batch entries, so that one batched product handles all.
#include "attention/heads.hpp"

#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
namespace {

class FoldHeads final : public Rearrangement {
 public:
  std::string_view name() const override { return "fold_heads"; }
  std::string_view doc() const override { return "Heads become batch entries: (b, h, t, s) → (b·h, t, s)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    const Shape& x = inputs[0];
    if (x.size() != 4) return shape_error(0, "x needs four axes, batch × head × token × feature.");
    return Shape{x[0] * x[1], x[2], x[3]};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    return {Axis{"batch", {}}, inputs[0][2], inputs[0][3]};
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options&) const override {
    return boxed(attention::fold_heads(inputs[0]->tensor));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("unfold_heads", {d.gradient()}, {{"heads", static_cast<double>(d.shape(d.input(0))[1])}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& x = context.input_shapes[0];
    return assign(context, joined({"{0}.reshape(", x[0] * x[1], ", ", x[2], ", ", x[3], ")"}),
                  "\\operatorname{fold}_h({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::size_t heads = input_shape(cell, 0)[1];
    return input(cell, 0, {cell.index[0] / heads, cell.index[0] % heads, cell.index[1], cell.index[2]});
  }
};

}  // namespace

const Operation& fold_heads_operation() {
  static const FoldHeads operation;
  return operation;
}

}  // namespace graph
