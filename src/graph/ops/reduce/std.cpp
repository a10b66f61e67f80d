// Standard deviation along an axis, with n − 1 as in torch.std.
#include "graph/ops/reduce/reduction.hpp"

namespace graph {
namespace {

class StandardDeviation final : public Reduction {
 public:
  std::string_view name() const override { return "std"; }
  std::string_view doc() const override { return "Standard deviation along an axis, with n − 1"; }
  Sign sign() const override { return Sign::never_negative; }
  Explanation explain(const CellContext& cell) const override {
    Term term = whole_line(cell);
    Writer writer(cell);
    writer.name().relate().text("√").text("(").number(spread(values(cell, term.factors))).text("/").text("(");
    writer.number(static_cast<double>(term.factors.size())).text("−").number(1).text(")").text(")").relate().result();
    return writer.finish(Combine::copy, {std::move(term)}, {"rule.standard_deviation", {}});
  }

  Result<void> derivative(Derivative& d) const override {
    const double n = reduced_length(d);
    const NodeId divisor = n > 1 ? d.scaled(d.without_zeros(d.result()), n - 1) : d.result();  // of one number: NaN
    const NodeId distance = d.minus(d.input(0), reduced_alike(d, "mean", d.input(0)));
    d.add(0, d.times(distance, unreduced(d, d.over(d.gradient(), divisor))));  // 0 where all are equal
    return {};
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::std_dev(x, axis, keep_dim);
  }
  std::string python(bool torch, const std::string& how) const override {
    if (torch) return joined({"{0}.std(", how, ")"});
    return joined({"{0}.std(", how, (how.empty() ? "" : ", "), "ddof=1)"});
  }

 private:
  // The sum of squared distances from the mean.
  static double spread(const std::vector<double>& line) {
    return total(squares(line, total(line) / static_cast<double>(line.size())));
  }
};

}  // namespace

const Operation& std_operation() {
  static const StandardDeviation operation;
  return operation;
}

}  // namespace graph
