// The slopes of ALiBi, one for each head: 2^(−8/H), 2^(−16/H) …
#include "attention/inputs/positions.hpp"

#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class AlibiSlopes final : public Basic {
 public:
  std::string_view name() const override { return "alibi_slopes"; }
  std::string_view doc() const override { return "The slopes of ALiBi, one for each head"; }
  std::span<const InputSpec> inputs() const override { return {}; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("heads", "how many heads", std::nullopt, 1, 1e5)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    return Shape{static_cast<std::size_t>(integer(options, "heads", 1))};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options&, const Shape&) const override {
    return {Axis{"head", {}}};
  }
  Result<Evaluated> evaluate(Inputs, const Options& options) const override {
    return boxed(attention::alibi_slopes(static_cast<std::size_t>(integer(options, "heads", 1))));
  }
  Explanation explain(const CellContext& cell) const override {
    return explain_constant(
        cell, {"rule.alibi_slope", {one_based(cell.index[0]), std::to_string(integer(options_of(cell), "heads", 1))}});
  }
  std::string code(const CodeContext& context) const override {
    const std::string heads = std::to_string(integer(context.options, "heads", 1));
    return assign(context, joined({"alibi_slopes(", heads, ")"}), "2^{-8h/H}");
  }
};

}  // namespace

const Operation& alibi_slopes_operation() {
  static const AlibiSlopes operation;
  return operation;
}

}  // namespace graph
