// Where along an axis the largest number stands, counted from 0; the first of equal ones.
#include "graph/ops/reduction.hpp"

namespace graph {
namespace {

class Argmax final : public Reduction {
 public:
  std::string_view name() const override { return "argmax"; }
  std::string_view doc() const override { return "Where along an axis the largest number stands, from 0"; }
  Explanation explain(const CellContext& cell) const override {
    const std::vector<CellRef> cells = line(cell);
    const double own = cell.graph.at(cell.node, cell.index);
    Writer writer(cell);
    writer.name().relate().text("argmax(");
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (k) writer.text(", ");
      writer.cell(cells[k], note(cell, cells[k]));
    }
    writer.text(")").relate().result();
    return writer.finish(Combine::copy, {{own, cells}}, {"rule.argmax", {std::to_string(cells.size())}});
  }

 protected:
  double reduce(const std::vector<double>& line) const override {
    std::size_t best = 0;
    for (std::size_t k = 1; k < line.size(); ++k)
      if (line[k] > line[best] || (std::isnan(line[k]) && !std::isnan(line[best]))) best = k;
    return static_cast<double>(best);
  }
  std::string python(bool torch, const std::string& how) const override {
    return torch ? joined({"torch.argmax({0}", (how.empty() ? std::string() : ", " + how), ").float()"})
                 : joined({"np.argmax({0}", (how.empty() ? std::string() : ", " + how), ").astype(np.float32)"});
  }
};

}  // namespace

const Operation& argmax_operation() {
  static const Argmax operation;
  return operation;
}

}  // namespace graph
