// torch.nn.functional.linear: x Wᵀ + b, the weight written out × in.
#include "attention/tensor/matmul.hpp"

#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Linear final : public Basic {
 public:
  std::string_view name() const override { return "linear"; }
  std::string_view doc() const override { return "x times the weight's rows, plus a bias: nn.Linear, weight out × in"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"weight"}, {"bias", true}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].empty()) return shape_error(0, "x must be a vector or more, not one number.");
    if (in[1].size() != 2) return shape_error(1, "weight must be a matrix, out × in.");
    if (in[0].back() != in[1][1])
      return shape_error(
          1, joined({"x has ", in[0].back(), " features, but weight is ", describe(in[1]), " (out × in) and takes ",
                     in[1][1], ". Perhaps it is written in × out: use matmul then."}));
    if (in.size() > 2 && in[2] != Shape{in[1][0]})
      return shape_error(2, joined({"bias is ", describe(in[2]), ", but must be ", in[1][0],
                                    " numbers, one for each row of weight."}));
    return with(in[0], in[0].size() - 1, in[1][0]);
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    std::vector<Axis> out = inputs[0];
    out.back() = inputs[1][0];
    if (out.back().name.empty()) out.back().name = inputs[0].back().name;
    return out;
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    std::optional<attention::Tensor> bias;
    if (in.size() > 2) bias = in[2]->tensor;
    return boxed(attention::linear(in[0]->tensor, in[1]->tensor, bias));
  }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    const std::size_t last = cell.index.size() - 1, out = cell.index[last];
    for (std::size_t d = 0; d < input_shape(cell, 1)[1]; ++d) {
      const CellRef x = input(cell, 0, with(cell.index, last, d));
      products.push_back({{x, input(cell, 1, {out, d})}, {}, place_note(cell.graph, x.node, last, d)});
    }
    const bool biased = input_count(cell) > 2;
    if (biased) products.push_back({{input(cell, 2, {out})}, {}, {"note.bias", {}}});
    return explain_sum(cell, std::move(products),
                       {biased ? "rule.linear" : "rule.linear.plain",
                        {one_based(last > 0 ? cell.index[last - 1] : 0), symbol_of(cell.graph, input(cell, 0, {}).node),
                         one_based(out), symbol_of(cell.graph, input(cell, 1, {}).node)}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.product_rule("second");
    if (d.inputs() > 2) d.add(2, d.gradient());
    return {};
  }
  std::string code(const CodeContext& context) const override {
    return assign(context, context.inputs.size() > 2 ? "{0} @ {1}.T + {2}" : "{0} @ {1}.T",
                  context.inputs.size() > 2 ? "{0} {1}^{\\top} + {2}" : "{0} {1}^{\\top}");
  }
  Layout layout() const override { return Layout::product; }
  bool drawn_transposed(std::size_t i, const Options&) const override { return i == 1; }

 protected:
  double multiply_adds(std::span<const Shape> in, const Options&, const Shape& result) const override {
    return static_cast<double>(count(result)) * static_cast<double>(in[1][1]);
  }
};

}  // namespace

const Operation& linear_operation() {
  static const Linear operation;
  return operation;
}

}  // namespace graph
