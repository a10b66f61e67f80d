// The lower triangle of each matrix: cells right of the diagonal become 0.
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Tril final : public Basic {
 public:
  std::string_view name() const override { return "tril"; }
  std::string_view doc() const override { return "The lower triangle: cells right of the diagonal become 0"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        integer_option("diagonal", "0 keeps the diagonal, 1 also the next one above", 0)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].size() < 2) return shape_error(0, "x needs two axes, row × column.");
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    return boxed(attention::tril(in[0]->tensor, static_cast<int>(integer(options, "diagonal", 0))));
  }
  Making making() const override { return Making::mask; }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t rank = cell.index.size();
    const auto row = static_cast<long long>(cell.index[rank - 2]),
               column = static_cast<long long>(cell.index[rank - 1]);
    if (column <= row + integer(options_of(cell), "diagonal", 0))
      return explain_copy(cell, input(cell, 0, cell.index), {"rule.triangle.inside", {}});
    return explain_constant(cell, {"rule.triangle.outside", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("tril", {d.gradient()}, d.options()));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string diagonal = std::to_string(integer(context.options, "diagonal", 0));
    return assign(context, joined({"{np}.tril({0}, ", diagonal, ")"}), "\\operatorname{tril}({0})");
  }
};

}  // namespace

const Operation& tril_operation() {
  static const Tril operation;
  return operation;
}

}  // namespace graph
