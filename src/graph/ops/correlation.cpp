// Pearson's correlation of two tensors, cell with cell: how far the two move together.
#include <cmath>

#include "graph/ops/comparison.hpp"

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
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::pytorch)
      return assign(context, "torch.corrcoef(torch.stack([{0}.flatten(), {1}.flatten()]))[0, 1]");
    return assign(context, "np.float32(np.corrcoef({0}.ravel(), {1}.ravel())[0, 1])", "\\operatorname{corr}({0}, {1})");
  }

 protected:
  double compare(std::span<const float> a, std::span<const float> b) const override {
    const auto n = static_cast<double>(a.size());
    double mean_a = 0, mean_b = 0, aa = 0, bb = 0, ab = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      mean_a += a[i] / n;
      mean_b += b[i] / n;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      aa += (a[i] - mean_a) * (a[i] - mean_a);
      bb += (b[i] - mean_b) * (b[i] - mean_b);
      ab += (a[i] - mean_a) * (b[i] - mean_b);
    }
    return ab / std::sqrt(aa * bb);
  }
};

}  // namespace

const Operation& correlation_operation() {
  static const Correlation operation;
  return operation;
}

}  // namespace graph
