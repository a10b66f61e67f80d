// Convolution over tokens: a fixed neighbourhood with fixed weights, zeros beyond the ends.
#include "attention/convolution.hpp"

#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Convolution final : public Basic {
 public:
  std::string_view name() const override { return "convolution"; }
  std::string_view doc() const override { return "A window over tokens with the same weights everywhere"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"weight"}, {"bias", true}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].size() != 2) return shape_error(0, "x must be a matrix, token × feature.");
    if (in[1].size() != 3 || in[1][1] != in[0][1])
      return shape_error(1, joined({"weight is ", describe(in[1]), ", but must be out × ", in[0][1],
                                    " × places: one number for each output, feature of x and place of the window."}));
    if (in[1][2] % 2 == 0)
      return shape_error(
          1, joined({"The window has ", in[1][2], " places. It needs an odd number, so that there is a middle."}));
    if (in.size() > 2 && in[2] != Shape{in[1][0]})
      return shape_error(2, joined({"bias is ", describe(in[2]), ", but must be ", in[1][0], " numbers."}));
    return Shape{in[0][0], in[1][0]};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape&) const override {
    return {in[0][0], Axis{in[0][1].name, in[1][0].labels}};
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    std::optional<attention::Tensor> bias;
    if (in.size() > 2) bias = in[2]->tensor;
    return boxed(attention::convolution(in[0]->tensor, in[1]->tensor, bias));
  }
  Explanation explain(const CellContext& cell) const override {
    const Shape weight = input_shape(cell, 1);
    const std::size_t tokens = input_shape(cell, 0)[0], half = (weight[2] - 1) / 2;
    std::vector<Product> products;
    for (std::size_t r = 0; r < weight[2]; ++r) {
      if (cell.index[0] + r < half || cell.index[0] + r - half >= tokens) continue;
      const std::size_t t = cell.index[0] + r - half;
      for (std::size_t c = 0; c < weight[1]; ++c) {
        const CellRef x = input(cell, 0, {t, c});
        products.push_back({{x, input(cell, 1, {cell.index[1], c, r})}, {}, place_note(cell.graph, x.node, 0, t)});
      }
    }
    if (input_count(cell) > 2) products.push_back({{input(cell, 2, {cell.index[1]})}, {}, {"note.bias", {}}});
    return explain_sum(cell, std::move(products),
                       {"rule.convolution", {std::to_string(weight[2]), one_based(cell.index[0])}});
  }
  Result<void> derivative(Derivative& d) const override {
    // One product for each place of the window, of x with zeros beyond its ends.
    const Shape &x = d.shape(d.input(0)), &weight = d.shape(d.input(1));
    const std::size_t half = (weight[2] - 1) / 2;
    NodeId longer = d.input(0);
    if (half > 0) {
      const NodeId ends = d.zeros({half, x[1]});
      longer = d.apply("concat", {ends, longer, ends}, {{"axis", 0.0}});
    }
    std::optional<NodeId> sum;
    for (std::size_t r = 0; r < weight[2]; ++r) {
      const NodeId at = d.apply("slice", {d.input(1)}, {{"axis", 2.0}, {"index", static_cast<double>(r)}});
      const NodeId part = d.product(d.part(longer, 0, r, r + x[0]), at, "second");
      sum = sum ? d.plus(*sum, part) : part;
    }
    if (d.inputs() > 2) sum = d.plus(*sum, d.input(2));
    return d.through(*sum);
  }
  std::string code(const CodeContext& context) const override {
    return assign(context, context.inputs.size() > 2 ? "convolution({0}, {1}, {2})" : "convolution({0}, {1})",
                  "{0} * {1}");
  }
  Layout layout() const override { return Layout::window; }

 protected:
  double multiply_adds(std::span<const Shape> in, const Options&, const Shape& result) const override {
    return static_cast<double>(count(result)) * static_cast<double>(in[1][1] * in[1][2]);
  }
};

}  // namespace

const Operation& convolution_operation() {
  static const Convolution operation;
  return operation;
}

}  // namespace graph
