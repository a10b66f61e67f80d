// Length of each vector along an axis: the root of the sum of squares.
#include <array>
#include <cmath>

#include "graph/ops/reduction.hpp"

namespace graph {
namespace {

// In float32 and in the order of torch.linalg.vector_norm: eight sums side by side, these in turn, then what is left.
float sum_of_squares(const std::vector<double>& line) {
  constexpr std::size_t lanes = 8;
  const std::size_t whole = line.size() / lanes * lanes;
  const auto square = [&](std::size_t i) { return static_cast<float>(line[i]) * static_cast<float>(line[i]); };
  std::array<float, lanes> sums{};
  for (std::size_t i = 0; i < whole; ++i) sums[i % lanes] += square(i);
  float total = 0.0f;
  for (const float sum : sums) total += sum;
  for (std::size_t i = whole; i < line.size(); ++i) total += square(i);
  return total;
}

class Norm final : public Reduction {
 public:
  std::string_view name() const override { return "norm"; }
  std::string_view doc() const override { return "Length of each vector along an axis"; }
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

 protected:
  bool empty_allowed() const override { return true; }
  double reduce(const std::vector<double>& line) const override { return std::sqrt(sum_of_squares(line)); }
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
