// Sum along an axis: row sums, column sums, or of everything.
#include "graph/ops/reduce/reduction.hpp"

namespace graph {
namespace {

class Sum final : public Reduction {
 public:
  std::string_view name() const override { return "sum"; }
  Meaning meaning() const override { return Meaning::sum; }
  std::string_view doc() const override { return "Sum of the numbers along an axis"; }
  Sign sign() const override { return Sign::of_inputs; }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    for (const CellRef& ref : line(cell)) products.push_back({{ref}, {}, note(cell, ref)});
    const std::string n = std::to_string(products.size());
    return explain_sum(cell, std::move(products), {"rule.sum", {n}});
  }
  std::vector<Index> sources(std::size_t, const CellContext& cell) const override {
    std::vector<Index> out;
    for (CellRef& ref : line(cell)) out.push_back(std::move(ref.index));
    return out;
  }

  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.expanded_as(unreduced(d, d.gradient()), d.input(0)));
    return {};
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::sum(x, axis, keep_dim);
  }
  bool empty_allowed() const override { return true; }
  std::string kept_label() const override { return "Σ"; }
  std::string python(bool, const std::string& how) const override { return joined({"{0}.sum(", how, ")"}); }
  std::string tex(const CodeContext& context) const override {
    return flag(context.options, "all", false) ? "\\sum {0}" : "\\sum_{k} {0}_{k}";
  }
};

}  // namespace

const Operation& sum_operation() {
  static const Sum operation;
  return operation;
}

}  // namespace graph
