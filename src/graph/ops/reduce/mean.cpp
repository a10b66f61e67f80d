// Mean along an axis.
#include "graph/ops/reduce/reduction.hpp"

namespace graph {
namespace {

class Mean final : public Reduction {
 public:
  std::string_view name() const override { return "mean"; }
  std::string_view doc() const override { return "Mean of the numbers along an axis"; }
  Sign sign() const override { return Sign::of_inputs; }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    for (const CellRef& ref : line(cell)) products.push_back({{ref}, {}, note(cell, ref)});
    const auto n = static_cast<double>(products.size());
    return explain_sum(cell, std::move(products), {"rule.mean", {format_number(n, 0)}}, n);
  }

  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.expanded_as(unreduced(d, d.scaled(d.gradient(), 1 / reduced_length(d))), d.input(0)));
    return {};
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::mean(x, axis, keep_dim);
  }
  std::string python(bool, const std::string& how) const override { return joined({"{0}.mean(", how, ")"}); }
};

}  // namespace

const Operation& mean_operation() {
  static const Mean operation;
  return operation;
}

}  // namespace graph
