// The mean of all tokens up to and including each, computed in three ways: by a loop, by a product with a lower
// triangle, by a masked softmax of zeros. They differ in the last bits only.
#include "attention/averaging.hpp"

#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
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
