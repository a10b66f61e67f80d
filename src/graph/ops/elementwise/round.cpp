// Each cell rounded to n decimals; halves go to the even neighbour, as in PyTorch.
#include "attention/tensor/rounding.hpp"

#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Round final : public Basic {
 public:
  std::string_view name() const override { return "round"; }
  std::string_view doc() const override { return "Each cell rounded to a number of decimals"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("decimals", "how many decimals stay", 0, -30, 30)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override { return inputs[0]; }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    return boxed(attention::round_to(inputs[0]->tensor, static_cast<int>(integer(options, "decimals", 0))));
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef from = input(cell, 0, cell.index);
    Writer writer(cell);
    writer.with_decimals(std::max(cell.decimals, static_cast<int>(integer(options_of(cell), "decimals", 0)) + 3));
    writer.name().relate().text("round(").cell(from).text(")").relate().result();
    return writer.finish(Combine::copy, {{cell.graph.at(cell.node, cell.index), {from}}},
                         {"rule.round", {std::to_string(integer(options_of(cell), "decimals", 0))}});
  }
  std::string code(const CodeContext& context) const override {
    const std::string n = std::to_string(integer(context.options, "decimals", 0));
    if (context.language == Language::numpy) return assign(context, joined({"np.round({0}, ", n, ")"}));
    return assign(context, joined({"torch.round({0}, decimals=", n, ")"}),
                  joined({"\\operatorname{round}_{", n, "}({0})"}));
  }
};

}  // namespace

const Operation& round_operation() {
  static const Round operation;
  return operation;
}

}  // namespace graph
