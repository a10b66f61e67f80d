// The gradient of a number with respect to a tensor: how much the number changes with each of its cells. The graph
// records the chain that computes it, and the node becomes the last operation of that chain.
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class GradientOperation final : public Basic {
 public:
  std::string_view name() const override { return "gradient"; }
  std::string_view doc() const override { return "The gradient of a number with respect to a tensor, ∂of/∂x"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"of"}, {"with_respect_to"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        list_option("cell", "the cell of `of`, from 0; not needed if it has only one", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Result<std::optional<Index>> cell = gradient_cell(in[0], options);
    if (!cell) return std::unexpected(cell.error());
    return in[1];
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape&) const override {
    return in[1];
  }
  bool recorded_by_others() const override { return true; }
  // The next three are never called: the graph has no node of it.
  Result<Evaluated> evaluate(Inputs, const Options&) const override {
    return fail("operation", "operation", "A gradient is recorded as the operations that compute it.");
  }
  Explanation explain(const CellContext& cell) const override { return explain_constant(cell, {"rule.set", {}}); }
  std::string code(const CodeContext& context) const override {
    return assign(context, "\\frac{\\partial {0}}{\\partial {1}}");
  }
};

}  // namespace

const Operation& gradient_operation() {
  static const GradientOperation operation;
  return operation;
}

}  // namespace graph
