// Layer norm and RMS norm, as in PyTorch.
#include <cmath>
#include <numeric>

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
// Layer normalisation: each row minus its mean, divided by its standard deviation, times a weight, plus a bias.
namespace {

struct RowFacts {
  double mean = 0, spread = 1;
};

// The facts about a row that an explanation states.
RowFacts facts_of(const std::vector<float>& row, double eps) {
  const auto n = static_cast<double>(row.size());
  RowFacts facts;
  facts.mean = std::accumulate(row.begin(), row.end(), 0.0) / n;
  double squares = 0;
  for (const float x : row) squares += (x - facts.mean) * (x - facts.mean);
  facts.spread = std::sqrt(squares / n + eps);
  return facts;
}

class LayerNorm final : public Basic {
 public:
  std::string_view name() const override { return "layer_norm"; }
  std::string_view doc() const override { return "Each row minus its mean, divided by its spread; nn.LayerNorm"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"weight", true}, {"bias", true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        number_option("eps", "added to the variance, so that nothing is divided by 0", 1e-5, 0, 1)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].empty() || in[0].back() == 0) return shape_error(0, "x needs at least one feature.");
    for (std::size_t i = 1; i < in.size(); ++i)
      if (in[i] != Shape{in[0].back()})
        return shape_error(i, joined({"This must be ", in[0].back(), " numbers, one for each feature of x, not ",
                                      describe(in[i]), "."}));
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const auto given = [&](std::size_t i) { return in.size() > i ? std::optional(in[i]->tensor) : std::nullopt; };
    return boxed(attention::layer_norm(in[0]->tensor, given(1), given(2), number(options, "eps", 1e-5)));
  }
  Making making() const override { return Making::layer_norm; }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t last = cell.index.size() - 1, n = input_shape(cell, 0).back();
    std::vector<float> row;
    Term term;
    for (std::size_t i = 0; i < n; ++i) {
      term.factors.push_back(input(cell, 0, with(cell.index, last, i)));
      row.push_back(cell.graph.at(term.factors.back().node, term.factors.back().index));
    }
    const RowFacts facts = facts_of(row, number(options_of(cell), "eps", 1e-5));
    const CellRef own = input(cell, 0, cell.index);
    Writer writer(cell);
    writer.name().relate().text("(").cell(own).text("−").number(facts.mean, {"note.mean", {}}).text(")").text("/");
    writer.number(facts.spread, {"note.spread", {}});
    term.value = (writer.value(own) - facts.mean) / facts.spread;
    std::vector<Term> terms;
    if (input_count(cell) > 1) {
      const CellRef weight = input(cell, 1, {cell.index[last]});
      writer.text("·").cell(weight, {"note.weight", {}});
      term.value *= writer.value(weight);
      term.factors.push_back(weight);
    }
    terms.push_back(std::move(term));
    if (input_count(cell) > 2) {
      const CellRef bias = input(cell, 2, {cell.index[last]});
      writer.text("+").cell(bias, {"note.bias", {}});
      terms.push_back({writer.value(bias), {bias}});
    }
    writer.relate().result();
    return writer.finish(Combine::sum, std::move(terms), {"rule.layer_norm", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    const NodeId x = d.input(0), g = d.inputs() > 1 ? d.times(d.gradient(), d.input(1)) : d.gradient();
    const std::size_t last = d.shape(x).size() - 1;
    const NodeId distance = d.minus(x, d.mean_of(x, last));
    const NodeId spread = d.apply("rms", {distance}, {{"keepdim", true}, {"eps", number(d.options(), "eps", 1e-5)}});
    const NodeId normal = d.over(distance, spread);
    if (d.wants(0)) {  // (g − mean g − n · mean(g ⊙ n)) / spread
      const NodeId along = d.times(normal, d.mean_of(d.times(g, normal), last));
      d.add(0, d.over(d.minus(d.minus(g, d.mean_of(g, last)), along), spread));
    }
    if (d.inputs() > 1) d.add(1, d.times(d.gradient(), normal));
    if (d.inputs() > 2) d.add(2, d.gradient());
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string eps = code_number(number(context.options, "eps", 1e-5));
    const std::size_t n = context.inputs.size();
    if (context.language == Language::tex) return assign(context, "\\operatorname{LayerNorm}({0})");
    const std::string more = joined({n > 1 ? ", weight={1}" : "", (n > 2 ? ", bias={2}" : "")});
    if (context.language == Language::numpy) return assign(context, joined({"layer_norm({0}, ", eps, more, ")"}));
    return assign(context, joined({"torch.nn.functional.layer_norm({0}, {0}.shape[-1:]", more, ", eps=", eps, ")"}));
  }
};

}  // namespace

const Operation& layer_norm_operation() {
  static const LayerNorm operation;
  return operation;
}

// Root-mean-square normalisation (Zhang & Sennrich 2019): each row divided by its root mean square, times a weight.
namespace {

constexpr double float_epsilon = 1.1920928955078125e-07;  // PyTorch's eps, that of float32

class RmsNorm final : public Basic {
 public:
  std::string_view name() const override { return "rms_norm"; }
  std::string_view doc() const override { return "Each row divided by its root mean square; nn.RMSNorm"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"weight", true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        number_option("eps", "added to the mean square, so that nothing is divided by 0", float_epsilon, 0, 1)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].empty() || in[0].back() == 0) return shape_error(0, "x needs at least one feature.");
    if (in.size() > 1 && in[1] != Shape{in[0].back()})
      return shape_error(1, joined({"weight must be ", in[0].back(), " numbers, one for each feature of x, not ",
                                    describe(in[1]), "."}));
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const std::optional<attention::Tensor> weight = in.size() > 1 ? std::optional(in[1]->tensor) : std::nullopt;
    return boxed(attention::rms_norm(in[0]->tensor, weight, number(options, "eps", float_epsilon)));
  }
  Making making() const override { return Making::rms_norm; }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t last = cell.index.size() - 1, n = input_shape(cell, 0).back();
    double squares = 0;
    Term term;
    for (std::size_t i = 0; i < n; ++i) {
      term.factors.push_back(input(cell, 0, with(cell.index, last, i)));
      const double x = cell.graph.at(term.factors.back().node, term.factors.back().index);
      squares += x * x;
    }
    const CellRef own = input(cell, 0, cell.index);
    const double root = std::sqrt(squares / static_cast<double>(n) + number(options_of(cell), "eps", float_epsilon));
    Writer writer(cell);
    writer.name().relate().cell(own).text("/").number(root, {"note.rms", {}});
    term.value = writer.value(own) / root;
    if (input_count(cell) > 1) {
      const CellRef weight = input(cell, 1, {cell.index[last]});
      writer.text("·").cell(weight, {"note.weight", {}});
      term.value *= writer.value(weight);
      term.factors.push_back(weight);
    }
    writer.relate().result();
    return writer.finish(Combine::sum, {std::move(term)}, {"rule.rms_norm", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    const NodeId x = d.input(0), g = d.inputs() > 1 ? d.times(d.gradient(), d.input(1)) : d.gradient();
    const NodeId root = d.apply("rms", {x}, {{"keepdim", true}, {"eps", number(d.options(), "eps", float_epsilon)}});
    const NodeId normal = d.over(x, root);
    if (d.wants(0)) {  // (g − n · mean(g ⊙ n)) / root
      const NodeId along = d.times(normal, d.mean_of(d.times(g, normal), d.shape(x).size() - 1));
      d.add(0, d.over(d.minus(g, along), root));
    }
    if (d.inputs() > 1) d.add(1, d.times(d.gradient(), normal));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string eps = code_number(number(context.options, "eps", float_epsilon));
    const std::string weight = context.inputs.size() > 1 ? " * {1}" : "";
    if (context.language == Language::tex)
      return assign(context, joined({"\\operatorname{RMSNorm}({0})", context.inputs.size() > 1 ? " \\odot {1}" : ""}));
    return assign(context, joined({"{0} / ({np}.square({0}).mean({dim}=-1, {keep}=True) + ", eps, ") ** 0.5", weight}));
  }
};

}  // namespace

const Operation& rms_norm_operation() {
  static const RmsNorm operation;
  return operation;
}

}  // namespace graph
