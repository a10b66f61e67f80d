// Largest number along an axis.
#include "graph/ops/reduction.hpp"

namespace graph {
namespace {

class Maximum final : public Reduction {
 public:
  std::string_view name() const override { return "max"; }
  std::string_view doc() const override { return "Largest number along an axis"; }
  Explanation explain(const CellContext& cell) const override {
    const std::vector<CellRef> cells = line(cell);
    Writer writer(cell);
    std::vector<Term> terms;
    writer.name().relate().text("max(");
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
    return writer.finish(Combine::copy, std::move(terms), {"rule.maximum", {std::to_string(cells.size())}});
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
      if (v > best || std::isnan(v)) best = v;
    return best;
  }
  std::string python(bool torch, const std::string& how) const override {
    return torch ? "{0}.amax(" + how + ")" : "{0}.max(" + how + ")";
  }
};

}  // namespace

const Operation& max_operation() {
  static const Maximum operation;
  return operation;
}

}  // namespace graph
