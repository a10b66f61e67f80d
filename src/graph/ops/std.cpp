// Standard deviation along an axis, with n − 1 as torch.std has it: how widely numbers spread.
#include <cmath>
#include <limits>

#include "graph/ops/reduction.hpp"

namespace graph {
namespace {

class StandardDeviation final : public Reduction {
 public:
  std::string_view name() const override { return "std"; }
  std::string_view doc() const override { return "Standard deviation along an axis, with n − 1"; }
  Explanation explain(const CellContext& cell) const override {
    Term term = whole_line(cell);
    Writer writer(cell);
    writer.name().relate().text("√").text("(").number(spread(values(cell, term.factors))).text("/").text("(");
    writer.number(static_cast<double>(term.factors.size())).text("−").number(1).text(")").text(")").relate().result();
    return writer.finish(Combine::copy, {std::move(term)}, {"rule.standard_deviation", {}});
  }

 protected:
  double reduce(const std::vector<double>& line) const override {
    if (line.size() < 2) return std::numeric_limits<double>::quiet_NaN();
    return std::sqrt(spread(line) / static_cast<double>(line.size() - 1));
  }
  std::string python(bool torch, const std::string& how) const override {
    if (torch) return joined({"{0}.std(", how, ")"});
    return joined({"{0}.std(", how, (how.empty() ? "" : ", "), "ddof=1)"});
  }

 private:
  // The squares of the distances from the mean, added up.
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
