// Mean along an axis.
#include "attention/tensor_functions.hpp"
#include "graph/ops/reduction.hpp"

namespace graph {
namespace {

class Mean final : public Reduction {
 public:
  std::string_view name() const override { return "mean"; }
  std::string_view doc() const override { return "Mean of the numbers along an axis"; }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& x = inputs[0]->tensor;
    if (flag(options, "all", false)) return boxed(attention::mean(*attention::reshape(x, {-1}), 0));
    const int axis = static_cast<int>(integer(options, "axis", -1));
    return boxed(attention::mean(x, axis, flag(options, "keepdim", false)));
  }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    for (const CellRef& ref : line(cell)) products.push_back({{ref}, {}, note(cell, ref)});
    const auto n = static_cast<double>(products.size());
    return explain_sum(cell, std::move(products), {"rule.mean", {format_number(n, 0)}}, n);
  }

 protected:
  std::string python(bool, const std::string& how) const override { return joined({"{0}.mean(", how, ")"}); }
};

}  // namespace

const Operation& mean_operation() {
  static const Mean operation;
  return operation;
}

}  // namespace graph
