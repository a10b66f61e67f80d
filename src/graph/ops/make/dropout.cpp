// Dropout with visible draws: a cell is kept if its draw is below 1 − p, and then multiplied by 1/(1 − p).
#include "attention/random/dropout.hpp"
#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Dropout final : public Basic {
 public:
  std::string_view name() const override { return "dropout"; }
  std::string_view doc() const override {
    return "Cells dropped where their draw is not below 1 − p; a toggle for training";
  }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"draws"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {number_option("p", "the share that is dropped", 0.1, 0, 1),
                                         boolean_option("training", "false: evaluation, nothing is dropped", true)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    const Result<Shape> both = broadcast(in[0], in[1], "x", "draws");
    if (!both) return std::unexpected(both.error());
    if (*both != in[0] || count(in[1]) != count(in[0]))
      return shape_error(1, joined({"draws are ", describe(in[1]), " and x is ", describe(in[0]),
                                    ". There must be one draw for each cell."}));
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const attention::Tensor& x = in[0]->tensor;
    if (!flag(options, "training", true)) return Evaluated{x, std::nullopt};
    const attention::Doubles draws = attention::widened(in[1]->tensor);
    return boxed(attention::dropout_by(draws, x, number(options, "p", 0.1)));
  }
  Explanation explain(const CellContext& cell) const override {
    const Options& options = options_of(cell);
    const CellRef x = input(cell, 0, cell.index);
    if (!flag(options, "training", true)) return explain_copy(cell, x, {"rule.dropout.evaluation", {}});
    const double p = number(options, "p", 0.1);
    const CellRef draw = input(cell, 1, cell.index);
    const double drawn = cell.graph.at(draw.node, draw.index);
    const bool kept = drawn < 1 - p;
    const double times = kept ? factor(p) : 0;
    Writer writer(cell);
    writer.name().relate().cell(x).text("·").number(times, {kept ? "note.kept" : "note.dropped", {}});
    writer.relate().result();
    Message rule{kept ? "rule.dropout.keep" : "rule.dropout.drop",
                 {format_number(drawn, cell.decimals), format_number(1 - p, cell.decimals)}};
    if (kept) rule.args.push_back(format_float(times, cell.decimals));
    return writer.finish(Combine::product, {{writer.value(x), {x}}, {times, {draw}}}, std::move(rule));
  }
  Result<void> derivative(Derivative& d) const override {
    if (d.wants(1) && flag(d.options(), "training", true)) return d.no_slope(1);
    d.add(0, d.apply("dropout", {d.gradient(), d.input(1)}, d.options()));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const double p = number(context.options, "p", 0.1);
    if (!flag(context.options, "training", true)) return assign(context, "{0}");
    if (p == 1) return assign(context, "{0} * 0");
    const std::string keep = code_number(1 - p);
    if (context.language == Language::numpy)
      return assign(context,
                    joined({"np.where({1} < ", keep, ", {0} / np.float32(", keep, "), 0).astype(np.float32)"}));
    return assign(context, joined({"torch.where({1} < ", keep, ", {0} / ", keep, ", 0.0)"}),
                  joined({"\\operatorname{dropout}_{", code_number(p), "}({0})"}));
  }

 private:
  static float factor(double p) { return p < 1 ? static_cast<float>(1 / (1 - p)) : 0.0f; }
};

}  // namespace

const Operation& dropout_operation() {
  static const Dropout operation;
  return operation;
}

}  // namespace graph
