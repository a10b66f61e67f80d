// A row of attention tile by tile: the merges of the first tile, of the first two, and so on. x (…, N, …): the tiles'
// sums or outputs; maxima: their largest scores, of the same rank.
#include "attention/tiles.hpp"
#include "graph/ops/attention/merging.hpp"

namespace graph {
namespace {

class RunningMerge final : public Basic {
 public:
  std::string_view name() const override { return "running_merge"; }
  std::string_view doc() const override { return "Sums of tiles merged one after another, as by merge_sums"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"maxima"}};
    return all;
  }
  Sign sign() const override { return Sign::either; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {axis_option("the axis of the tiles", 0)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", 0, in[0].size());
    if (!axis) return std::unexpected(axis.error());
    if (in[0][*axis] == 0) return shape_error(0, "x has no tile.");
    bool fits = in[1].size() == in[0].size() && in[1][*axis] == in[0][*axis];
    for (std::size_t i = 0; fits && i < in[0].size(); ++i) fits = in[1][i] == in[0][i] || in[1][i] == 1;
    if (!fits)
      return shape_error(1, joined({"maxima are ", describe(in[1]), ", but x is ", describe(in[0]),
                                    ". They need as many axes, as many tiles, and elsewhere its length or 1."}));
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    return boxed(attention::running_merge(in[0]->tensor, in[1]->tensor, static_cast<int>(integer(options, "axis", 0))));
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    const std::size_t own = cell.index[axis];
    const auto at = [&](const CellRef& ref) { return static_cast<double>(cell.graph.at(ref.node, ref.index)); };
    std::vector<TileSum> parts;
    std::size_t largest_before = 0;
    double most = -HUGE_VAL;
    for (std::size_t k = 0; k <= own; ++k) {
      const Index index = with(cell.index, axis, k);
      parts.push_back({input(cell, 0, index), input(cell, 1, broadcast_index(index, input_shape(cell, 1)))});
      const double m = at(parts.back().largest);
      if (k < own && m > at(parts[largest_before].largest)) largest_before = k;
      if (!(m <= most)) most = m;
    }
    const Message rule{"rule.running_merge", {one_based(own)}};
    if (own == 0) return explain_copy(cell, parts.front().sum, {"rule.running_merge.first", {}});
    std::vector<Term> terms;
    for (const TileSum& part : parts)
      terms.push_back({at(part.sum) * std::exp(at(part.largest) - most), {part.sum, part.largest}});
    const TileSum before{{cell.node, with(cell.index, axis, own - 1)}, parts[largest_before].largest};
    return explain_merge(cell, before, parts.back(), std::move(terms), rule);
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    std::vector<Index> out;
    for (std::size_t k = 0; k <= cell.index[axis]; ++k)
      out.push_back(broadcast_index(with(cell.index, axis, k), input_shape(cell, i)));
    return out;
  }
  Result<void> derivative(Derivative& d) const override {
    const std::size_t axis = axis_known(d.options(), "axis", 0, d.shape(d.result()).size());
    const std::size_t length = d.shape(d.result())[axis];
    std::vector<NodeId> sums{d.part(d.input(0), axis, 0, 1)};
    NodeId most = d.part(d.input(1), axis, 0, 1);
    for (std::size_t n = 1; n < length; ++n) {
      const NodeId own_most = d.part(d.input(1), axis, n, n + 1);
      sums.push_back(d.apply("merge_sums", {sums.back(), most, d.part(d.input(0), axis, n, n + 1), own_most}));
      most = d.apply("maximum", {most, own_most});
    }
    if (length == 1) {
      d.add(0, d.gradient());
      return {};
    }
    return d.through(d.apply("concat", std::move(sums), {{"axis", static_cast<double>(axis)}}));
  }
  std::string code(const CodeContext& context) const override {
    const std::string axis = std::to_string(integer(context.options, "axis", 0));
    return assign(context, joined({"running_merge({0}, {1}, ", axis, ")"}),
                  "\\sum_{s \\le t} {0}_s e^{{1}_s - \\max_{r \\le t} {1}_r}");
  }

 protected:
  double multiply_adds(std::span<const Shape>, const Options&, const Shape& result) const override {
    return 2 * static_cast<double>(count(result));
  }
};

}  // namespace

const Operation& running_merge_operation() {
  static const RunningMerge operation;
  return operation;
}

}  // namespace graph
