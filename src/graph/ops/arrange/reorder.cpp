// Reorders the indices of one axis: tokens permuted, or some of them taken.
#include <algorithm>

#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
namespace {

class Reorder final : public Rearrangement {
 public:
  std::string_view name() const override { return "reorder"; }
  std::string_view doc() const override { return "The places of one axis in another order, or some of them"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        axis_option("the axis whose places move", 0),
        list_option("order", "which old place, from 0, is at each new one; empty: all as they are", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", 0, inputs[0].size());
    if (!axis) return std::unexpected(axis.error());
    const std::vector<double> order = numbers(options, "order");
    for (const double place : order)
      if (place < 0 || place >= static_cast<double>(inputs[0][*axis]))
        return fail("range", "options/order",
                    {"order names place ", format_number(place, 0), ", but axis ", *axis, " has ", inputs[0][*axis],
                     " places, counted from 0."});
    return order.empty() ? inputs[0] : with(inputs[0], *axis, order.size());
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape&) const override {
    std::vector<Axis> out = inputs[0];
    const std::vector<double> order = numbers(options, "order");
    Axis& axis = out[axis_known(options, "axis", 0, out.size())];
    if (order.empty() || axis.labels.empty()) return out;
    std::vector<std::string> labels;
    for (const double place : order) labels.push_back(axis.labels[static_cast<std::size_t>(place)]);
    axis.labels = std::move(labels);
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    std::vector<long long> places;
    for (const double place : numbers(options, "order")) places.push_back(static_cast<long long>(place));
    if (places.empty()) return Evaluated{inputs[0]->tensor, std::nullopt};
    return boxed(attention::index_select(inputs[0]->tensor, static_cast<int>(integer(options, "axis", 0)), places));
  }
  Result<void> derivative(Derivative& d) const override {
    const std::vector<double> order = numbers(d.options(), "order");
    const std::size_t axis = axis_known(d.options(), "axis", 0, d.shape(d.input(0)).size());
    const std::size_t places = d.shape(d.input(0))[axis];
    std::vector<double> back(places, -1);
    for (std::size_t i = 0; i < order.size(); ++i) back[static_cast<std::size_t>(order[i])] = static_cast<double>(i);
    const bool once = order.size() == places && std::ranges::find(back, -1.0) == back.end();
    Options options{{"axis", static_cast<double>(axis)}, {once ? "order" : "places", once ? back : order}};
    if (order.empty()) d.add(0, d.gradient());
    else if (once) d.add(0, d.apply("reorder", {d.gradient()}, std::move(options)));
    else d.add(0, d.apply("index_add", {d.gradient(), d.input(0)}, std::move(options)));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::vector<double> order = numbers(context.options, "order");
    if (order.empty()) return assign(context, "{0}");
    const std::size_t axis = axis_known(context.options, "axis", 0, context.input_shapes[0].size());
    if (context.language == Language::tex) return assign(context, "P \\, {0}");
    std::string where;
    for (std::size_t a = 0; a < axis; ++a) where += ":, ";
    return assign(context, joined({"{0}[", where, code_list(order), "]"}));
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::vector<double> order = numbers(options_of(cell), "order");
    if (order.empty()) return input(cell, 0, cell.index);
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    return input(cell, 0, with(cell.index, axis, static_cast<std::size_t>(order[cell.index[axis]])));
  }
  Message rule(const CellContext& cell) const override {
    const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
    return {"rule.reorder", {one_based(cell.index[axis]), one_based(origin(cell).index[axis])}};
  }
};

}  // namespace

const Operation& reorder_operation() {
  static const Reorder operation;
  return operation;
}

}  // namespace graph
