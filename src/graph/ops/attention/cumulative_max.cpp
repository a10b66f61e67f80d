// The largest number so far along an axis.
#include "attention/tiles.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class CumulativeMax final : public Basic {
 public:
  std::string_view name() const override { return "cumulative_max"; }
  std::string_view doc() const override { return "The largest number so far along an axis"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {axis_option("the axis along which the numbers are compared", 0)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", 0, in[0].size());
    if (!axis) return std::unexpected(axis.error());
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    return boxed(attention::cummax(in[0]->tensor, static_cast<int>(integer(options, "axis", 0))));
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    const double own = cell.graph.at(cell.node, cell.index);
    Writer writer(cell);
    writer.name().relate().text("max(");
    std::vector<CellRef> cells;
    std::vector<Term> terms;
    for (std::size_t k = 0; k <= cell.index[axis]; ++k) {
      cells.push_back(input(cell, 0, with(cell.index, axis, k)));
      if (k) writer.text(", ");
      writer.cell(cells.back(), place_note(cell.graph, cells.back().node, axis, k));
      if (terms.empty() && writer.value(cells.back()) == own) terms.push_back({own, {cells.back()}});
    }
    writer.text(")").relate().result();
    if (terms.empty()) terms.push_back({own, cells});  // NaN
    return writer.finish(Combine::copy, std::move(terms), {"rule.cumulative_max", {one_based(cell.index[axis])}});
  }
  std::vector<Index> sources(std::size_t, const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    std::vector<Index> out;
    for (std::size_t k = 0; k <= cell.index[axis]; ++k) out.push_back(with(cell.index, axis, k));
    return out;
  }
  // From the end: what has arrived belongs to the own cell if that is the largest so far, and otherwise to those before
  // it. Of equal cells the last has the slope, as in torch.cummax.
  Result<void> derivative(Derivative& d) const override {
    const std::size_t axis = axis_known(d.options(), "axis", 0, d.shape(d.result()).size());
    const std::size_t length = d.shape(d.result())[axis];
    if (length == 0) return {};
    std::vector<NodeId> parts(length);
    NodeId arrived = d.part(d.gradient(), axis, length - 1, length);
    for (std::size_t n = length; n-- > 1;) {
      const NodeId is_largest = d.apply("eq", {d.part(d.input(0), axis, n, n + 1), d.part(d.result(), axis, n, n + 1)});
      parts[n] = d.times(arrived, is_largest);
      arrived = d.plus(d.part(d.gradient(), axis, n - 1, n), d.minus(arrived, parts[n]));
    }
    parts[0] = arrived;
    d.add(0, length == 1 ? arrived : d.apply("concat", std::move(parts), {{"axis", static_cast<double>(axis)}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string axis = std::to_string(integer(context.options, "axis", 0));
    if (context.language == Language::tex) return assign(context, "\\max_{s \\le t} {0}_s");
    if (context.language == Language::pytorch)
      return assign(context, joined({"torch.cummax({0}, dim=", axis, ").values"}));
    return assign(context, joined({"np.maximum.accumulate({0}, axis=", axis, ")"}));
  }
};

}  // namespace

const Operation& cumulative_max_operation() {
  static const CumulativeMax operation;
  return operation;
}

}  // namespace graph
