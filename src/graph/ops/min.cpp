// Smallest number along an axis.
#include "graph/ops/reduction.hpp"

namespace graph {
namespace {

class Minimum final : public Reduction {
 public:
  std::string_view name() const override { return "min"; }
  std::string_view doc() const override { return "Smallest number along an axis"; }
  Explanation explain(const CellContext& cell) const override {
    const std::vector<CellRef> cells = line(cell);
    Writer writer(cell);
    std::vector<Term> terms;
    writer.name().relate().text("min(");
    const double own = cell.graph.at(cell.node, cell.index);
    bool first = true;
    for (const CellRef& ref : cells) {
      if (!first) writer.text(", ");
      first = false;
      writer.cell(ref, note(cell, ref));
      if (terms.empty() && writer.value(ref) == own) terms.push_back({own, {ref}});
    }
    writer.text(")").relate().result();
    if (terms.empty()) terms.push_back({own, cells});
    return writer.finish(Combine::copy, std::move(terms), {"rule.minimum", {std::to_string(cells.size())}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    if (i == 0)
      for (const CellRef& ref : line(cell)) out.push_back(ref.index);
    return out;
  }

 protected:
  double reduce(const std::vector<double>& line) const override {
    double best = line.front();
    for (const double v : line)
      if (v < best || std::isnan(v)) best = v;
    return best;
  }
  std::string python(bool torch, const std::string& how) const override {
    return torch ? "{0}.amin(" + how + ")" : "{0}.min(" + how + ")";
  }
};

}  // namespace

const Operation& min_operation() {
  static const Minimum operation;
  return operation;
}

}  // namespace graph
