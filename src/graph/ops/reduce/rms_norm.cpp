// Root-mean-square normalisation (Zhang & Sennrich 2019): each row divided by its root mean square, times a weight.
#include <cmath>

#include "attention/tensor/tensor_functions.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
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
