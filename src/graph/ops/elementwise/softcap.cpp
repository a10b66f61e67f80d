// c·tanh(score / c): limits scores smoothly to a cap c, as in ONNX's Attention, before the mask.
#include <cmath>

#include "attention/scores.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Softcap final : public Basic {
 public:
  std::string_view name() const override { return "softcap"; }
  std::string_view doc() const override { return "c·tanh(x / c): no number leaves −c to c"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {number_option("cap", "c, which no score can pass", 50, 1e-6, 1e6)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override { return inputs[0]; }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const auto cap = static_cast<float>(number(options, "cap", 50));
    return boxed(attention::softcap(inputs[0]->tensor, cap));
  }
  Explanation explain(const CellContext& cell) const override {
    const double cap = number(options_of(cell), "cap", 50);
    const CellRef from = input(cell, 0, cell.index);
    Writer writer(cell);
    const double squeezed = std::tanh(writer.value(from) / cap);
    writer.name().relate().number(cap).text("· tanh(").cell(from).text("/").number(cap).text(")");
    writer.relate().number(cap).text("·").number(squeezed).relate().result();
    return writer.finish(Combine::product, {{cap, {}}, {squeezed, {from}}},
                         {"rule.softcap", {format_float(cap, cell.decimals)}});
  }
  Result<void> derivative(Derivative& d) const override {
    const NodeId share = d.scaled(d.result(), 1 / number(d.options(), "cap", 50));  // tanh
    d.add(0, d.minus(d.gradient(), d.times(d.gradient(), d.apply("square", {share}))));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string cap = code_number(number(context.options, "cap", 50));
    switch (context.language) {
      case Language::pytorch: return assign(context, joined({cap, " * torch.tanh({0} / ", cap, ")"}));
      case Language::numpy:
        return assign(context, joined({"np.float32(", cap, ") * np.tanh({0} / np.float32(", cap, "))"}));
      case Language::tex: break;
    }
    return assign(context, joined({cap, " \\tanh \\frac{{0}}{", cap, "}"}));
  }
};

}  // namespace

const Operation& softcap_operation() {
  static const Softcap operation;
  return operation;
}

}  // namespace graph
