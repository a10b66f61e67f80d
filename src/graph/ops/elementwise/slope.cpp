// The slope of a function at each cell: for the derivatives of functions that are not a simple formula of their result.
#include <array>
#include <cmath>
#include <numbers>

#include "attention/tensor/map.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// At 0 as PyTorch has it.
double of_abs(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
double of_relu(double x) { return x > 0 || x != x ? x / x : 0; }
double of_gelu(double x) {
  const double below = 0.5 * (1 + std::erf(x / std::numbers::sqrt2));  // the normal distribution's share below x
  return below + x * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
}
double of_silu(double x) {
  const double share = 1 / (1 + std::exp(-x));
  return share * (1 + x * (1 - share));
}

struct Function {
  std::string_view name;
  double (*slope)(double);
  std::string_view torch, numpy, tex;
};
constexpr auto functions = std::to_array<Function>({
    {"abs", of_abs, "torch.sign({0})", "np.sign({0})", "\\operatorname{sign}({0})"},
    {"gelu", of_gelu, "0.5 * (1 + torch.erf({0} / 2 ** 0.5)) + {0} * torch.exp(-{0} ** 2 / 2) / (2 * torch.pi) ** 0.5",
     "0.5 * (1 + erf({0} / np.float32(2 ** 0.5))) + {0} * np.exp(-{0} ** 2 / 2) / np.float32((2 * np.pi) ** 0.5)",
     "\\operatorname{gelu}'({0})"},
    {"relu", of_relu, "({0} > 0).float()", "({0} > 0).astype(np.float32)", "[{0} > 0]"},
    {"silu", of_silu, "torch.sigmoid({0}) * (1 + {0} * (1 - torch.sigmoid({0})))",
     "(1 + {0} * (1 - 1 / (1 + np.exp(-{0})))) / (1 + np.exp(-{0}))", "\\operatorname{silu}'({0})"},
});

class Slope final : public Basic {
 public:
  std::string_view name() const override { return "slope"; }
  std::string_view doc() const override { return "The slope of a function at each cell"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {choice_option("of", "the function", "relu", "abs|gelu|relu|silu")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override { return inputs[0]; }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    return Evaluated{attention::map(function(options).slope, inputs[0]->tensor), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    const std::string before = joined({function(options_of(cell)).name, "′("});
    return explain_function(cell, before, input(cell, 0, cell.index), ")",
                            {"rule.slope", {literal(function(options_of(cell)).name)}});
  }
  // That of abs and relu is flat where it exists.
  Result<void> derivative(Derivative& d) const override {
    const std::string_view of = function(d.options()).name;
    if (of == "abs" || of == "relu") return {};
    return Operation::derivative(d);
  }
  std::string code(const CodeContext& context) const override {
    const Function& of = function(context.options);
    switch (context.language) {
      case Language::pytorch: return assign(context, of.torch);
      case Language::numpy: return assign(context, of.numpy);
      case Language::tex: break;
    }
    return assign(context, of.tex);
  }

 private:
  static const Function& function(const Options& options) {
    const std::string of = text(options, "of", "relu");
    return *std::ranges::find(functions, std::string_view(of), &Function::name);
  }
};

}  // namespace

const Operation& slope_operation() {
  static const Slope operation;
  return operation;
}

}  // namespace graph
