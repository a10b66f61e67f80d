// Scores divided by a temperature: above 1 the softmax that follows is flatter, below 1 sharper.
#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Temperature final : public Basic {
 public:
  std::string_view name() const override { return "temperature"; }
  std::string_view doc() const override { return "Scores divided by a temperature"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {number_option("temperature", "what the scores are divided by", 1, 1e-6, 1e6)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override { return inputs[0]; }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    // Converted to float32 first, as PyTorch does with a scalar.
    const auto temperature = static_cast<float>(number(options, "temperature", 1));
    return boxed(attention::divide(inputs[0]->tensor, attention::scalar(temperature)));
  }
  Explanation explain(const CellContext& cell) const override {
    const double t = number(options_of(cell), "temperature", 1);
    const CellRef from = input(cell, 0, cell.index);
    Writer writer(cell);
    writer.name().relate().cell(from).text("/").number(t, {"note.temperature", {}}).relate().result();
    return writer.finish(Combine::quotient, {{writer.value(from), {from}}, {t, {}}},
                         {"rule.temperature", {format_float(t, cell.decimals)}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("temperature", {d.gradient()}, d.options()));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    return assign(context, "{0} / " + code_number(number(context.options, "temperature", 1)));
  }
};

}  // namespace

const Operation& temperature_operation() {
  static const Temperature operation;
  return operation;
}

}  // namespace graph
