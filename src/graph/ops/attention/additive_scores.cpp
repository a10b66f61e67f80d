// Bahdanau's scores v · tanh(W_q q + W_k k) for every pair of a query and a key. Projections are out × in.
#include <cmath>

#include "attention/scores.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class AdditiveScores final : public Basic {
 public:
  std::string_view name() const override { return "additive_scores"; }
  std::string_view doc() const override { return "Scores v · tanh(W_q q + W_k k) of every query with every key"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"queries"}, {"keys"}, {"query_weight"}, {"key_weight"}, {"score_vector"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].size() != 2) return shape_error(0, "queries must be a matrix, tokens × features.");
    if (in[1].size() != 2) return shape_error(1, "keys must be a matrix, tokens × features.");
    if (in[2].size() != 2 || in[2][1] != in[0][1])
      return shape_error(2, joined({"query_weight is ", describe(in[2]), ", but must be hidden × ", in[0][1],
                                    ": one column for each feature of a query."}));
    if (in[3].size() != 2 || in[3][1] != in[1][1] || in[3][0] != in[2][0])
      return shape_error(3, joined({"key_weight is ", describe(in[3]), ", but must be ", describe({in[2][0], in[1][1]}),
                                    ": as many rows as query_weight, a column for each "
                                    "feature of a key."}));
    if (in[4].size() != 1 || in[4][0] != in[2][0])
      return shape_error(4, joined({"score_vector is ", describe(in[4]), ", but must be ", in[2][0],
                                    " numbers, one for each row of query_weight."}));
    return Shape{in[0][0], in[1][0]};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    return {inputs[0][0], inputs[1][0]};
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    return boxed_or_nan(
        attention::additive_scores(in[0]->tensor, in[1]->tensor, in[2]->tensor, in[3]->tensor, in[4]->tensor),
        {in[0]->tensor.shape()[0], in[1]->tensor.shape()[0]});
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t query = cell.index[0], key = cell.index[1];
    const std::size_t hidden = input_shape(cell, 4)[0];
    std::vector<Term> terms;
    std::vector<double> values, sums;
    for (std::size_t a = 0; a < hidden; ++a) {
      Term term;
      term.factors.push_back(input(cell, 4, {a}));
      double sum = 0;
      for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t d = 0; d < input_shape(cell, side)[1]; ++d) {
          const CellRef x = input(cell, side, {side == 0 ? query : key, d}), w = input(cell, 2 + side, {a, d});
          sum += at(cell, x) * at(cell, w);
          term.factors.push_back(x);
          term.factors.push_back(w);
        }
      sums.push_back(sum);
      term.value = at(cell, term.factors.front()) * std::tanh(sum);
      values.push_back(term.value);
      terms.push_back(std::move(term));
    }
    const double own = cell.graph.at(cell.node, cell.index);
    const std::vector<std::size_t> shown = shown_terms(values);
    double rest = 0;
    std::vector<double> displayed;
    for (std::size_t a = 0; a < hidden; ++a) rest += values[a];
    for (const std::size_t a : shown) {
      displayed.push_back(values[a]);
      rest -= values[a];
    }
    const bool folded = shown.size() < hidden;
    if (folded) displayed.push_back(rest);
    Writer writer(cell);
    const SumDecimals shown_as = sum_decimals(displayed, own, cell.decimals);
    writer.with_decimals(shown_as.terms).name().relate();
    const std::string more = std::to_string(hidden - shown.size());
    for (std::size_t k = 0; k < shown.size(); ++k) {
      if (k) writer.text("+");
      writer.cell(terms[shown[k]].factors.front(), place_note(cell.graph, input(cell, 4, {}).node, 0, shown[k]));
      writer.text("·").text("tanh(").number(sums[shown[k]]).text(")");
    }
    if (folded) writer.text("+").number(rest, {"note.more", {more}});
    writer.inexact().relate();
    for (std::size_t k = 0; k < displayed.size(); ++k) {
      if (k) writer.text(displayed[k] < 0 ? "−" : "+");
      writer.number(k ? std::fabs(displayed[k]) : displayed[k]);
    }
    if (!displayed.empty()) writer.relate();
    writer.with_decimals(shown_as.total).result();
    return writer.finish(Combine::sum, std::move(terms), {"rule.additive", {one_based(query), one_based(key)}});
  }
  Result<void> derivative(Derivative& d) const override {
    const Shape &queries = d.shape(d.input(0)), &keys = d.shape(d.input(1));
    const std::size_t hidden = d.shape(d.input(4))[0];
    const NodeId q = d.reshaped(d.apply("linear", {d.input(0), d.input(2)}), {queries[0], 1, hidden});
    const NodeId k = d.reshaped(d.apply("linear", {d.input(1), d.input(3)}), {1, keys[0], hidden});
    return d.through(d.product(d.apply("tanh", {d.plus(q, k)}), d.input(4)));
  }
  std::string code(const CodeContext& context) const override {
    const std::string inner = "({0} @ {2}.T)[:, None, :] + ({1} @ {3}.T)[None, :, :]";
    return assign(context, joined({"{np}.tanh(", inner, ") @ {4}"}),
                  "{4}^{\\top} \\tanh({2} \\mathbf{q}_i + {3} \\mathbf{k}_j)");
  }
  Layout layout() const override { return Layout::product; }
  bool drawn_transposed(std::size_t i, const Options&) const override { return i == 1; }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    const Shape shape = input_shape(cell, i);
    for (std::size_t flat = 0; flat < count(shape); ++flat) {
      const Index index = index_at(shape, flat);
      if (i >= 2 || index[0] == cell.index[i]) out.push_back(index);
    }
    return out;
  }

 protected:
  double multiply_adds(std::span<const Shape> in, const Options&, const Shape& result) const override {
    const auto hidden = static_cast<double>(in[4][0]);
    return hidden * static_cast<double>(count(in[0]) + count(in[1]) + count(result));
  }

 private:
  static double at(const CellContext& cell, const CellRef& ref) { return cell.graph.at(ref.node, ref.index); }
};

}  // namespace

const Operation& additive_scores_operation() {
  static const AdditiveScores operation;
  return operation;
}

}  // namespace graph
