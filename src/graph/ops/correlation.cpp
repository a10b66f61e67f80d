// Pearson's correlation of two tensors, cell with cell: how far the two move together.
#include <cmath>

#include "graph/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Correlation final : public Basic {
 public:
  std::string_view name() const override { return "correlation"; }
  std::string_view doc() const override { return "Pearson's correlation of two tensors, cell with cell"; }
  std::vector<InputSpec> inputs() const override { return {{"first"}, {"second"}}; }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0] != in[1])
      return shape_error(
          1, "first is " + describe(in[0]) + " and second is " + describe(in[1]) + ". They must have one shape.");
    return Shape{};
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    const float *a = in[0]->tensor.data(), *b = in[1]->tensor.data();
    const std::size_t n = in[0]->tensor.size();
    double mean_a = 0, mean_b = 0, aa = 0, bb = 0, ab = 0;
    for (std::size_t i = 0; i < n; ++i) {
      mean_a += a[i] / static_cast<double>(n);
      mean_b += b[i] / static_cast<double>(n);
    }
    for (std::size_t i = 0; i < n; ++i) {
      aa += (a[i] - mean_a) * (a[i] - mean_a);
      bb += (b[i] - mean_b) * (b[i] - mean_b);
      ab += (a[i] - mean_a) * (b[i] - mean_b);
    }
    return Evaluated{filled({}, static_cast<float>(ab / std::sqrt(aa * bb))), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    Explanation made = explain_constant(cell, {"rule.correlation", {}});
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t k = 0; k < count(input_shape(cell, i)); ++k)
        made.terms.front().factors.push_back(input(cell, i, index_at(input_shape(cell, i), k)));
    return made;
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    for (std::size_t k = 0; k < count(input_shape(cell, i)); ++k) out.push_back(index_at(input_shape(cell, i), k));
    return out;
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::pytorch)
      return assign(context, "torch.corrcoef(torch.stack([{0}.flatten(), {1}.flatten()]))[0, 1]");
    return assign(context, "np.float32(np.corrcoef({0}.ravel(), {1}.ravel())[0, 1])", "\\operatorname{corr}({0}, {1})");
  }
};

}  // namespace

const Operation& correlation_operation() {
  static const Correlation operation;
  return operation;
}

}  // namespace graph
