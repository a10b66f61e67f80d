// Length of each vector along an axis: the root of the sum of squares.
#include "graph/ops/reduce/reduction.hpp"

namespace graph {
namespace {

class Norm final : public Reduction {
 public:
  std::string_view name() const override { return "norm"; }
  std::string_view doc() const override { return "Length of each vector along an axis"; }
  Sign sign() const override { return Sign::never_negative; }
  Explanation explain(const CellContext& cell) const override {
    Term term = whole_line(cell);
    const std::vector<double> powers = squares(values(cell, term.factors));
    const std::vector<std::size_t> shown = shown_terms(powers);
    const double sum = total(powers);
    double rest = sum;
    Writer writer(cell);
    writer.name().relate().text("√").text("(");
    for (std::size_t k = 0; k < shown.size(); ++k) {
      const CellRef& ref = term.factors[shown[k]];
      if (k) writer.text("+");
      writer.text("(").cell(ref, note(cell, ref)).text(")").text("2", Piece::Level::raised);
      rest -= powers[shown[k]];
    }
    if (shown.size() < powers.size())
      writer.text("+").number(rest, {"note.more", {std::to_string(powers.size() - shown.size())}});
    writer.text(")").relate().text("√").number(sum).relate().result();
    return writer.finish(Combine::copy, {std::move(term)}, {"rule.norm", {}});
  }

  Result<void> derivative(Derivative& d) const override {
    const NodeId part = d.over(d.gradient(), d.without_zeros(d.result()));
    d.add(0, d.times(d.input(0), unreduced(d, part)));  // 0 where the length is 0
    return {};
  }

 protected:
  bool empty_allowed() const override { return true; }
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::norm(x, axis, keep_dim);
  }
  std::string python(bool torch, const std::string& how) const override {
    return torch ? "torch.linalg.vector_norm({0}" + (how.empty() ? ")" : joined({", ", how, ")"}))
                 : joined({"np.sqrt(np.square({0}).sum(", how, "))"});
  }
  std::string tex(const CodeContext&) const override { return "\\lVert {0} \\rVert"; }
};

}  // namespace

const Operation& norm_operation() {
  static const Norm operation;
  return operation;
}

}  // namespace graph
