// Pearson's correlation of two tensors, cell by cell.
#include <cmath>

#include "graph/gradient/derivative.hpp"
#include "graph/ops/elementwise/comparison.hpp"

namespace graph {
namespace {

class Correlation final : public Comparison {
 public:
  std::string_view name() const override { return "correlation"; }
  std::string_view doc() const override { return "Pearson's correlation of two tensors, cell with cell"; }
  Explanation explain(const CellContext& cell) const override {
    Explanation made = explain_constant(cell, {"rule.correlation", {}});
    for (std::size_t i = 0; i < 2; ++i)
      for (Index& index : sources(i, cell)) made.terms.front().factors.push_back(input(cell, i, std::move(index)));
    return made;
  }
  Result<void> derivative(Derivative& d) const override {
    const auto centred = [&](std::size_t i) {
      return d.minus(d.input(i), d.apply("mean", {d.input(i)}, {{"all", true}}));
    };
    const Options all{{"all", true}};
    const NodeId a = centred(0), b = centred(1);
    const NodeId lengths = d.times(d.apply("norm", {a}, all), d.apply("norm", {b}, all));
    return d.through(d.over(d.apply("sum", {d.times(a, b)}, all), lengths));
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::pytorch)
      return assign(context, "torch.corrcoef(torch.stack([{0}.flatten(), {1}.flatten()]))[0, 1]");
    return assign(context, "np.float32(np.corrcoef({0}.ravel(), {1}.ravel())[0, 1])", "\\operatorname{corr}({0}, {1})");
  }

 protected:
  Result<attention::Tensor> compare(const attention::Tensor& a, const attention::Tensor& b) const override {
    return attention::correlation(a, b);
  }
};

}  // namespace

const Operation& correlation_operation() {
  static const Correlation operation;
  return operation;
}

}  // namespace graph
