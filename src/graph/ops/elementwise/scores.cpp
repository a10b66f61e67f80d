// What is done to scores before softmax, cell by cell: scaled, divided by a temperature, capped.
#include <cmath>

#include "attention/scores.hpp"
#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
// Multiplies by a number, or divides by the root of a length: scores / √d_k. The length is an option, or that of an
// axis of a second input, so that it follows the lesson's sizes.
namespace {

class Scale final : public Basic {
 public:
  std::string_view name() const override { return "scale"; }
  std::string_view doc() const override { return "Multiplies by a factor, or divides by the root of a length"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"like", true}};
    return all;
  }
  bool only_shape_counts(std::size_t input) const override { return input == 1; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        choice_option("by", "what it is multiplied by: factor, inverse_sqrt of a length, or nothing", "factor",
                      "factor|inverse_sqrt|none"),
        number_option("factor", "for by = factor", 1),
        number_option("length", "for by = inverse_sqrt without a second input", 1, 1e-9),
        axis_option("for by = inverse_sqrt: the axis of the second input whose length counts")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    if (inputs.size() > 1 && rooted(options)) {
      const Result<std::size_t> axis = axis_of(options, "axis", -1, inputs[1].size());
      if (!axis) return std::unexpected(axis.error());
      if (inputs[1][*axis] == 0)
        return shape_error(1, joined({"Axis ", *axis, " of like has length 0, and 1/√0 is not a number."}));
    }
    return inputs[0];
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const Shape like = inputs.size() > 1 ? attention::shape_of(inputs[1]->tensor) : Shape{};
    // Converted to float32 first, as PyTorch does with a scalar.
    const auto divisor = static_cast<float>(rooted(options) ? std::sqrt(length(like, options)) : 1);
    const auto factor = static_cast<float>(factor_of(options));
    const attention::Tensor scaled = attention::scale(inputs[0]->tensor, factor);
    return boxed(attention::divide(scaled, attention::scalar(divisor)));
  }
  Explanation explain(const CellContext& cell) const override {
    const Options& options = options_of(cell);
    const CellRef from = input(cell, 0, cell.index);
    if (text(options, "by", "factor") == "none") return explain_copy(cell, from, {"rule.copy", {}});
    Writer writer(cell);
    const double x = writer.value(from);
    if (!rooted(options)) {
      const double factor = factor_of(options);
      writer.name().relate().number(factor).text("·").cell(from).relate().result();
      return writer.finish(Combine::product, {{factor, {}}, {x, {from}}},
                           {"rule.scale", {format_float(factor, cell.decimals)}});
    }
    const double n = length(input_count(cell) > 1 ? input_shape(cell, 1) : Shape{}, options);
    const double root = std::sqrt(n);
    writer.name().relate().cell(from).text("/").text("√").number(n);
    if (!shows_exactly(root, cell.decimals)) writer.relate().cell(from).text("/").number(root);
    writer.relate().result();
    return writer.finish(Combine::quotient, {{x, {from}}, {root, {}}},
                         {"rule.scale.root", {format_number(n, cell.decimals)}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.inputs() > 1 ? d.apply("scale", {d.gradient(), d.input(1)}, d.options())
                            : d.apply("scale", {d.gradient()}, d.options()));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Options& options = context.options;
    if (text(options, "by", "factor") == "none") return assign(context, "{0}");
    if (!rooted(options)) {
      const std::string factor = code_number(factor_of(options));
      return assign(context, factor + " * {0}", factor + " \\, {0}");
    }
    const std::string n = code_number(length(context.inputs.size() > 1 ? context.input_shapes[1] : Shape{}, options));
    const std::string axis = std::to_string(integer(options, "axis", -1));
    return assign(
        context,
        context.inputs.size() > 1 ? joined({"{0} / {1}.shape[", axis, "] ** 0.5"}) : joined({"{0} / ", n, " ** 0.5"}),
        joined({"\\frac{{0}}{\\sqrt{", n, "}}"}));
  }

 private:
  static bool rooted(const Options& options) { return text(options, "by", "factor") == "inverse_sqrt"; }
  static double factor_of(const Options& options) {
    return text(options, "by", "factor") == "factor" ? number(options, "factor", 1) : 1;
  }
  static double length(const Shape& like, const Options& options) {
    return like.empty() ? number(options, "length", 1)
                        : static_cast<double>(like[axis_known(options, "axis", -1, like.size())]);
  }
};

}  // namespace

const Operation& scale_operation() {
  static const Scale operation;
  return operation;
}

// Scores divided by a temperature: above 1 the softmax that follows is flatter, below 1 sharper.
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

// c·tanh(score / c): limits scores smoothly to a cap c, as in ONNX's Attention, before the mask.
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
