// Functions of single cells: exp, tanh, relu and the like, a row each.
#include <cmath>

#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// Functions of single cells: the base of exp, tanh, relu and the like.
class UnaryOperation : public Basic {
 public:
  using Function = double (*)(double);
  using Slope = NodeId (*)(Derivative& d);  // G times the slope at each cell
  // before and after surround the number in an explanation; raised makes it an exponent.
  struct Faces {
    std::string_view name, doc, before, after;
    bool raised;
    std::string_view python, numpy, tex;
  };
  UnaryOperation(const Faces& faces, Function function, Slope slope, Sign sign = Sign::either)
      : faces_(faces), function_(function), slope_(slope), sign_(sign) {}

  std::string_view name() const override { return faces_.name; }
  std::string_view doc() const override { return faces_.doc; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override { return inputs[0]; }
  Result<Evaluated> evaluate(Inputs inputs, const Options&) const override {
    return Evaluated{attention::map(function_, inputs[0]->tensor), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    return explain_function(cell, faces_.before, input(cell, 0, cell.index), faces_.after, {"rule.function", {}},
                            faces_.raised ? Piece::Level::raised : Piece::Level::base);
  }
  Sign sign() const override { return sign_; }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, slope_(d));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    switch (context.language) {
      case Language::pytorch: return assign(context, faces_.python);
      case Language::numpy: return assign(context, faces_.numpy);
      case Language::tex: break;
    }
    return assign(context, faces_.tex);
  }

 private:
  Faces faces_;
  Function function_;
  Slope slope_;
  Sign sign_;
};

}  // namespace

// The absolute value of each cell.
const Operation& abs_operation() {
  static const UnaryOperation operation(
      {"abs", "Each cell without its sign", "|", "|", false, "{0}.abs()", "np.abs({0})", "\\lvert {0} \\rvert"},
      [](double x) { return std::fabs(x); },
      [](Derivative& d) { return d.times(d.gradient(), d.apply("slope", {d.input(0)}, {{"of", std::string("abs")}})); },
      Operation::Sign::never_negative);
  return operation;
}

// e to the power of each cell: the first half of softmax.
const Operation& exp_operation() {
  static const UnaryOperation operation(
      {"exp", "e to the power of each cell", "e", "", true, "torch.exp({0})", "np.exp({0})", "e^{{0}}"},
      [](double x) { return std::exp(x); }, [](Derivative& d) { return d.times(d.gradient(), d.result()); },
      Operation::Sign::never_negative);
  return operation;
}

// The cell times the probability that a standard normal number is smaller (Hendrycks & Gimpel 2016), exact form.
const Operation& gelu_operation() {
  static const UnaryOperation operation(
      {"gelu", "x times the normal distribution's share below x", "gelu(", ")", false, "torch.nn.functional.gelu({0})",
       "gelu({0})", "\\operatorname{gelu}({0})"},
      [](double x) { return x * 0.5 * (1 + std::erf(x / std::sqrt(2.0))); },
      [](Derivative& d) {
        return d.times(d.gradient(), d.apply("slope", {d.input(0)}, {{"of", std::string("gelu")}}));
      });
  return operation;
}

// Natural logarithm of each cell; −∞ for 0, NaN below.
const Operation& log_operation() {
  static const UnaryOperation operation(
      {"log", "Natural logarithm of each cell", "ln(", ")", false, "torch.log({0})", "np.log({0})", "\\ln {0}"},
      [](double x) { return std::log(x); }, [](Derivative& d) { return d.over(d.gradient(), d.input(0)); });
  return operation;
}

// Each cell with its sign changed.
const Operation& negate_operation() {
  static const UnaryOperation operation(
      {"negate", "Each cell with the other sign", "−(", ")", false, "-{0}", "-{0}", "-{0}"},
      [](double x) { return -x; }, [](Derivative& d) { return d.apply("negate", {d.gradient()}); });
  return operation;
}

// The larger of 0 and the cell: the nonlinearity in a feed-forward layer.
const Operation& relu_operation() {
  static const UnaryOperation operation(
      {"relu", "The cell where it is positive, 0 elsewhere", "max(0, ", ")", false, "torch.relu({0})",
       "np.maximum({0}, 0)", "\\max(0, {0})"},
      [](double x) { return x > 0 || x != x ? x : 0.0; },
      [](Derivative& d) {
        return d.times(d.gradient(), d.apply("slope", {d.input(0)}, {{"of", std::string("relu")}}));
      },
      Operation::Sign::never_negative);
  return operation;
}

// The cell times the logistic function of it (Elfwing et al. 2018), also called swish.
const Operation& silu_operation() {
  static const UnaryOperation operation(
      {"silu", "x times the logistic function of x, 1 / (1 + e to the -x)", "silu(", ")", false,
       "torch.nn.functional.silu({0})", "{0} / (1 + np.exp(-{0}))", "\\operatorname{silu}({0})"},
      [](double x) { return x / (1 + std::exp(-x)); },
      [](Derivative& d) {
        return d.times(d.gradient(), d.apply("slope", {d.input(0)}, {{"of", std::string("silu")}}));
      });
  return operation;
}

// The square root of each cell; NaN for negative ones.
const Operation& sqrt_operation() {
  static const UnaryOperation operation(
      {"sqrt", "Square root of each cell", "√(", ")", false, "torch.sqrt({0})", "np.sqrt({0})", "\\sqrt{{0}}"},
      [](double x) { return std::sqrt(x); },
      [](Derivative& d) { return d.over(d.scaled(d.gradient(), 0.5), d.result()); }, Operation::Sign::never_negative);
  return operation;
}

// The square of each cell.
const Operation& square_operation() {
  static const UnaryOperation operation(
      {"square", "Each cell times itself", "(", ")²", false, "{0}.square()", "np.square({0})", "{0}^{\\circ 2}"},
      [](double x) { return x * x; }, [](Derivative& d) { return d.times(d.scaled(d.gradient(), 2), d.input(0)); },
      Operation::Sign::never_negative);
  return operation;
}

// Hyperbolic tangent of each cell, as additive scores use it.
const Operation& tanh_operation() {
  static const UnaryOperation operation(
      {"tanh", "Hyperbolic tangent of each cell", "tanh(", ")", false, "torch.tanh({0})", "np.tanh({0})", "\\tanh {0}"},
      [](double x) { return std::tanh(x); },
      [](Derivative& d) { return d.minus(d.gradient(), d.times(d.gradient(), d.apply("square", {d.result()}))); });
  return operation;
}

}  // namespace graph
