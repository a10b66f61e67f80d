// The index, from 0, of the largest number along an axis; the first of equal ones.
#include "graph/ops/reduce/reduction.hpp"

namespace graph {
namespace {

class Argmax final : public Reduction {
 public:
  std::string_view name() const override { return "argmax"; }
  std::string_view doc() const override { return "The place of the largest number along an axis, from 0"; }
  Sign sign() const override { return Sign::never_negative; }
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
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::argmax(x, axis, keep_dim);
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
