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
    Term term;
    term.value = cell.graph.at(cell.node, cell.index);
    term.factors = line(cell);
    double mean = 0, squares = 0;
    for (const CellRef& ref : term.factors) mean += cell.graph.at(ref.node, ref.index);
    mean /= static_cast<double>(term.factors.size());
    for (const CellRef& ref : term.factors) squares += std::pow(cell.graph.at(ref.node, ref.index) - mean, 2);
    Writer writer(cell);
    writer.name().relate().text("√").text("(").number(squares).text("/").text("(");
    writer.number(static_cast<double>(term.factors.size())).text("−").number(1).text(")").text(")").relate().result();
    return writer.finish(Combine::copy, {std::move(term)}, {"rule.standard_deviation", {}});
  }

 protected:
  double reduce(const std::vector<double>& line) const override {
    if (line.size() < 2) return std::numeric_limits<double>::quiet_NaN();
    double mean = 0, squares = 0;
    for (const double v : line) mean += v;
    mean /= static_cast<double>(line.size());
    for (const double v : line) squares += (v - mean) * (v - mean);
    return std::sqrt(squares / static_cast<double>(line.size() - 1));
  }
  std::string python(bool torch, const std::string& how) const override {
    if (torch) return "{0}.std(" + how + ")";
    return "{0}.std(" + how + (how.empty() ? "" : ", ") + "ddof=1)";
  }
};

}  // namespace

const Operation& std_operation() {
  static const StandardDeviation operation;
  return operation;
}

}  // namespace graph
