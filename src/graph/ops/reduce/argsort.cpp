// The indices along an axis, from 0, sorted by their numbers; equal ones keep their order.
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Argsort final : public Basic {
 public:
  std::string_view name() const override { return "argsort"; }
  std::string_view doc() const override { return "The places along an axis in order of their numbers, from 0"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {axis_option("the axis that is sorted"),
                                         boolean_option("descending", "the largest first", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", -1, in[0].size());
    if (!axis) return std::unexpected(axis.error());
    return in[0];
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options& options, const Shape&) const override {
    std::vector<Axis> out = in[0];
    out[axis_known(options, "axis", -1, out.size())] = Axis{"place", {}};
    return out;
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    return boxed(attention::argsort(in[0]->tensor, static_cast<int>(integer(options, "axis", -1)),
                                    flag(options, "descending", false)));
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", -1, cell.index.size());
    const double place = cell.graph.at(cell.node, cell.index);
    const CellRef from = input(cell, 0, with(cell.index, axis, static_cast<std::size_t>(place)));
    Writer writer(cell);
    writer.name().relate().result().text(" (").cell(from, place_note(cell.graph, from.node, axis, from.index[axis]));
    writer.text(")");
    return writer.finish(Combine::copy, {{place, {from}}}, {"rule.argsort", {one_based(cell.index[axis])}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", -1, cell.index.size());
    std::vector<Index> out;
    for (std::size_t k = 0; i == 0 && k < input_shape(cell, 0)[axis]; ++k) out.push_back(with(cell.index, axis, k));
    return out;
  }
  std::string code(const CodeContext& context) const override {
    const std::string axis = std::to_string(integer(context.options, "axis", -1));
    const bool descending = flag(context.options, "descending", false);
    if (context.language == Language::tex) return assign(context, "\\operatorname{argsort}({0})");
    if (context.language == Language::pytorch)
      return assign(context, joined({"torch.argsort({0}, dim=", axis, (descending ? ", descending=True" : ""),
                                     ", stable=True).float()"}));
    return assign(context, joined({"np.argsort(", (descending ? "-" : ""), "{0}, axis=", axis,
                                   ", kind=\"stable\").astype(np.float32)"}));
  }
};

}  // namespace

const Operation& argsort_operation() {
  static const Argsort operation;
  return operation;
}

}  // namespace graph
