// Softmax in pieces: running maxima and sums, and merging what tiles found.
#include <cmath>

#include "attention/tiles.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// Shared by merge_sums and running_merge: how two sums that were taken below different maxima are explained.
// A sum (or an output) and the largest score that was subtracted in it.
struct TileSum {
  CellRef sum, largest;
};

// name = a e^(m_a − m) + b e^(m_b − m) = … with the larger of the two maxima as m.
inline Explanation explain_merge(const CellContext& cell, const TileSum& a, const TileSum& b, std::vector<Term> terms,
                                 Message rule) {
  Writer writer(cell);
  const CellRef& most = writer.value(b.largest) > writer.value(a.largest) ? b.largest : a.largest;
  const auto factor = [&](const TileSum& part) { return std::exp(writer.value(part.largest) - writer.value(most)); };
  const double first = writer.value(a.sum) * factor(a), second = writer.value(b.sum) * factor(b);
  const double own = cell.graph.at(cell.node, cell.index);
  const SumDecimals shown = sum_decimals({first, second}, own, cell.decimals);
  const auto raised = Piece::Level::raised;
  const auto scaled = [&](const TileSum& part) {
    writer.cell(part.sum).text("·").text("e").cell(part.largest, {}, raised);
    const double m = writer.value(most);
    writer.text("−", raised);
    if (m < 0) writer.text("(", raised);
    writer.cell(most, {}, raised);
    if (m < 0) writer.text(")", raised);
  };
  writer.with_decimals(shown.terms).name().relate();
  scaled(a);
  writer.text("+");
  scaled(b);
  const auto whole = [](double x) { return x == 0 || x == 1; };
  if (!whole(factor(a)) || !whole(factor(b))) writer.inexact();
  writer.relate().number(first).text(second < 0 ? "−" : "+").size_of(second).relate();
  writer.with_decimals(shown.total).result();
  return writer.finish(Combine::sum, std::move(terms), std::move(rule));
}

}  // namespace

// The largest number so far along an axis.
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

// Two tiles of a row of attention become one: their sums (or outputs), each taken below its own largest score, are
// brought to the larger of the two maxima and added. a, b (…, D), maxima (…, 1).
namespace {

class MergeSums final : public Basic {
 public:
  std::string_view name() const override { return "merge_sums"; }
  std::string_view doc() const override {
    return "Two sums of e to scores below a maximum, brought to the larger maximum and added";
  }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"first"}, {"first_max"}, {"second"}, {"second_max"}};
    return all;
  }
  Sign sign() const override { return Sign::either; }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[2] != in[0])
      return shape_error(
          2, joined({"first is ", describe(in[0]), " and second is ", describe(in[2]), ". They must have one shape."}));
    for (const std::size_t i : {1u, 3u}) {
      const Result<Shape> both = broadcast(in[0], in[i], "first", inputs()[i].name);
      if (!both || *both != in[0])
        return shape_error(i, joined({inputs()[i].name, " is ", describe(in[i]), ", but must be ", describe(in[0]),
                                      " or have length 1 where the maximum is the same."}));
    }
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    return boxed(attention::merge_sums(in[0]->tensor, in[1]->tensor, in[2]->tensor, in[3]->tensor));
  }
  Explanation explain(const CellContext& cell) const override {
    const auto operand = [&](std::size_t i) {
      return input(cell, i, broadcast_index(cell.index, input_shape(cell, i)));
    };
    const auto at = [&](const CellRef& ref) { return static_cast<double>(cell.graph.at(ref.node, ref.index)); };
    const TileSum a{operand(0), operand(1)}, b{operand(2), operand(3)};
    const double most = std::fmax(at(a.largest), at(b.largest));
    std::vector<Term> terms;
    for (const TileSum& part : {a, b})
      terms.push_back({at(part.sum) * std::exp(at(part.largest) - most), {part.sum, part.largest}});
    return explain_merge(cell, a, b, std::move(terms), {"rule.merge_sums", {}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    return {broadcast_index(cell.index, input_shape(cell, i))};
  }
  Result<void> derivative(Derivative& d) const override {
    const NodeId most = d.apply("maximum", {d.input(1), d.input(3)});
    const auto scaled = [&](std::size_t i) {
      return d.times(d.input(i), d.apply("exp", {d.minus(d.input(i + 1), most)}));
    };
    const NodeId first = scaled(0);
    return d.through(d.plus(first, scaled(2)));
  }
  std::string code(const CodeContext& context) const override {
    return assign(context,
                  "{0} * {np}.exp({1} - {np}.maximum({1}, {3})) + {2} * {np}.exp({3} - {np}.maximum({1}, {3}))",
                  "{0} e^{{1} - \\max({1}, {3})} + {2} e^{{3} - \\max({1}, {3})}");
  }

 protected:
  double multiply_adds(std::span<const Shape>, const Options&, const Shape& result) const override {
    return 2 * static_cast<double>(count(result));
  }
};

}  // namespace

const Operation& merge_sums_operation() {
  static const MergeSums operation;
  return operation;
}

// A row of attention tile by tile: the merges of the first tile, of the first two, and so on. x (…, N, …): the tiles'
// sums or outputs; maxima: their largest scores, of the same rank.
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
