// Two tiles of a row of attention become one: their sums (or outputs), each taken below its own largest score, are
// brought to the larger of the two maxima and added. a, b (…, D), maxima (…, 1).
#include "attention/tiles.hpp"
#include "graph/ops/attention/merging.hpp"

namespace graph {
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

}  // namespace graph
