// Adds to each token the vector of its position: learned positions, or S3's vectors eⁱ.
#include "attention/inputs/positions.hpp"

#include "graph/core/basic.hpp"
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
