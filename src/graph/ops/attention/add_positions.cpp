// Adds to each token the vector of its position: learned positions, or S3's vectors eⁱ.
#include "attention/inputs/positions.hpp"

#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class AddPositions final : public Basic {
 public:
  std::string_view name() const override { return "add_positions"; }
  std::string_view doc() const override { return "Each token plus the row of a table for its place"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"table"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {boolean_option("enabled", "false: nothing is added", true)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].size() < 2) return shape_error(0, "x needs two axes, token × feature.");
    const std::size_t tokens = in[0][in[0].size() - 2];
    if (in[1].size() != 2 || in[1][0] < tokens || in[1][1] != in[0].back())
      return shape_error(1, joined({"table is ", describe(in[1]), ", but must have at least ", tokens, " rows of ",
                                    in[0].back(), " numbers: one row for each place."}));
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    if (!flag(options, "enabled", true)) return Evaluated{in[0]->tensor, std::nullopt};
    return boxed(attention::add_positions(in[0]->tensor, in[1]->tensor));
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef x = input(cell, 0, cell.index);
    if (!flag(options_of(cell), "enabled", true)) return explain_copy(cell, x, {"rule.copy", {}});
    const std::size_t rank = cell.index.size();
    return explain_pair(cell, x, "+", input(cell, 1, {cell.index[rank - 2], cell.index[rank - 1]}),
                        {"rule.broadcast", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.gradient());
    if (!d.wants(1) || !flag(d.options(), "enabled", true)) return {};
    const Shape &x = d.shape(d.input(0)), table = d.shape(d.input(1));
    const Shape used{x[x.size() - 2], table[1]};
    NodeId rows = d.gradient();
    if (x != used) rows = d.apply("sum_to_size", {rows}, {{"shape", std::vector<double>(used.begin(), used.end())}});
    if (used[0] < table[0]) rows = d.apply("concat", {rows, d.zeros({table[0] - used[0], table[1]})}, {{"axis", 0.0}});
    d.add(1, rows);
    return {};
  }
  std::string code(const CodeContext& context) const override {
    if (!flag(context.options, "enabled", true)) return assign(context, "{0}");
    return assign(context, "{0} + {1}[:{0}.shape[-2]]", "{0} + {1}");
  }
};

}  // namespace

const Operation& add_positions_operation() {
  static const AddPositions operation;
  return operation;
}

}  // namespace graph
