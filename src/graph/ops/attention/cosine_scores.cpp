// The cosine of the angle between every query and every key: their dot product without their lengths.
#include <algorithm>
#include <cmath>

#include "attention/scores.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class CosineScores final : public Basic {
 public:
  std::string_view name() const override { return "cosine_scores"; }
  std::string_view doc() const override { return "Cosine of the angle between every query and every key"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"queries"}, {"keys"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    for (std::size_t i = 0; i < 2; ++i)
      if (in[i].size() != 2) return shape_error(i, "queries and keys must be matrices, tokens × features.");
    if (in[0][1] != in[1][1])
      return shape_error(1, joined({"A query has ", in[0][1], " features and a key ", in[1][1],
                                    ". A cosine needs two vectors of one length."}));
    return Shape{in[0][0], in[1][0]};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    return {inputs[0][0], inputs[1][0]};
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    return boxed_or_nan(attention::cosine_scores(in[0]->tensor, in[1]->tensor),
                        {in[0]->tensor.shape()[0], in[1]->tensor.shape()[0]});
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t features = input_shape(cell, 0)[1];
    std::vector<Product> products;
    std::vector<double> values;
    double dot = 0, squares[2] = {0, 0};
    for (std::size_t d = 0; d < features; ++d) {
      const CellRef q = input(cell, 0, {cell.index[0], d}), k = input(cell, 1, {cell.index[1], d});
      products.push_back({{q, k}, {}, place_note(cell.graph, q.node, 1, d)});
      values.push_back(product_value(cell, products.back()));
      dot += values.back();
      squares[0] += std::pow(cell.graph.at(q.node, q.index), 2);
      squares[1] += std::pow(cell.graph.at(k.node, k.index), 2);
    }
    const double lengths = std::max(std::sqrt(squares[0]), 1e-8) * std::max(std::sqrt(squares[1]), 1e-8);
    std::vector<Term> terms;
    for (std::size_t d = 0; d < features; ++d) terms.push_back({values[d] / lengths, products[d].factors});

    const std::vector<std::size_t> shown = shown_terms(values);
    double rest = dot;
    Writer writer(cell);
    writer.name().relate().text("(");
    for (std::size_t k = 0; k < shown.size(); ++k) {
      if (k) writer.text("+");
      writer.cell(products[shown[k]].factors[0], products[shown[k]].note).text("·").cell(products[shown[k]].factors[1]);
      rest -= values[shown[k]];
    }
    if (shown.size() < features)
      writer.text("+").number(rest, {"note.more", {std::to_string(features - shown.size())}});
    writer.text(")").text("/").text("(").text("√").number(squares[0]).text("·").text("√").number(squares[1]).text(")");
    const bool exact = std::sqrt(squares[0]) == std::trunc(std::sqrt(squares[0])) &&
                       std::sqrt(squares[1]) == std::trunc(std::sqrt(squares[1]));
    if (!exact) writer.inexact();
    writer.relate().number(dot).text("/").text("(");
    writer.number(std::sqrt(squares[0])).text("·").number(std::sqrt(squares[1])).text(")").relate().result();
    return writer.finish(Combine::sum, std::move(terms), {"rule.cosine", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    const auto unit = [&](std::size_t i) {
      return d.over(d.input(i), d.apply("norm", {d.input(i)}, {{"keepdim", true}}));
    };
    return d.through(d.product(unit(0), unit(1), "second"));
  }
  std::string code(const CodeContext& context) const override {
    const auto norm = [](const std::string& x) { return joined({"{np}.linalg.norm(", x, ", {dim}=1)"}); };
    return assign(
        context, joined({"{0} @ {1}.T / (", norm("{0}"), "[:, None] * ", norm("{1}"), "[None, :])"}),
        "\\frac{\\mathbf{q}_i \\cdot \\mathbf{k}_j}{\\lVert \\mathbf{q}_i \\rVert \\lVert \\mathbf{k}_j \\rVert}");
  }
  Layout layout() const override { return Layout::product; }
  bool drawn_transposed(std::size_t i, const Options&) const override { return i == 1; }

 protected:
  double multiply_adds(std::span<const Shape> in, const Options&, const Shape& result) const override {
    return static_cast<double>(in[0][1]) * static_cast<double>(count(result));
  }
};

}  // namespace

const Operation& cosine_scores_operation() {
  static const CosineScores operation;
  return operation;
}

}  // namespace graph
