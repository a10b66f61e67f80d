// The same numbers in another shape or order.
#include <algorithm>

#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
// The same numbers in row-major order under another shape.
namespace {

class Reshape final : public Rearrangement {
 public:
  std::string_view name() const override { return "reshape"; }
  std::string_view doc() const override { return "The same numbers in reading order under another shape"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {list_option("shape", "the new lengths; one may be -1 and is worked out")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    Shape out;
    std::size_t known = 1;
    std::ptrdiff_t open = -1;
    for (const double length : numbers(options, "shape")) {
      if (length < -1 || (length == -1 && open >= 0))
        return fail("option", "options/shape", "Only one length may be -1, and none less.");
      if (length == -1) open = static_cast<std::ptrdiff_t>(out.size());
      else known *= static_cast<std::size_t>(length);
      out.push_back(length == -1 ? 1 : static_cast<std::size_t>(length));
    }
    const std::size_t values = count(inputs[0]);
    if (open >= 0 && known > 0 && values % known == 0) out[static_cast<std::size_t>(open)] = values / known;
    if (count(out) != values)
      return fail("shape", "options/shape",
                  {"x is ", describe(inputs[0]), ", that is ", values, " numbers; they do not fit ", describe(out),
                   ". The lengths must multiply to the same count."});
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&,
                         const Shape& result) const override {
    std::vector<Axis> out(result.size());
    if (!inputs[0].empty() && !out.empty()) out.front().name = inputs[0].front().name;
    if (inputs[0].size() == out.size()) out = inputs[0];
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    std::vector<long long> lengths;
    for (const double length : numbers(options, "shape")) lengths.push_back(static_cast<long long>(length));
    return boxed(attention::reshape(inputs[0]->tensor, lengths));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.reshaped(d.gradient(), d.shape(d.input(0))));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    std::string sizes;
    for (const double length : numbers(context.options, "shape"))
      sizes += (sizes.empty() ? "" : ", ") + code_number(length);
    return assign(context, joined({"{0}.reshape(", sizes, ")"}), "\\operatorname{reshape}({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    return input(cell, 0, index_at(input_shape(cell, 0), flat_index(shape_of(cell.graph, cell.node), cell.index)));
  }
};

}  // namespace

const Operation& reshape_operation() {
  static const Reshape operation;
  return operation;
}

// Exchanges two axes: Kᵀ.
namespace {

class Transpose final : public Basic {
 public:
  std::string_view name() const override { return "transpose"; }
  std::string_view doc() const override { return "Swaps two axes, the last two unless said otherwise"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("first", "one of the axes that change places", -2, -8, 7),
                                         integer_option("second", "the other one", -1, -8, 7)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const std::size_t rank = inputs[0].size();
    const Result<std::size_t> a = axis_of(options, "first", -2, rank), b = axis_of(options, "second", -1, rank);
    if (!a) return std::unexpected(a.error());
    if (!b) return std::unexpected(b.error());
    Shape out = inputs[0];
    std::swap(out[*a], out[*b]);
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape& result) const override {
    std::vector<Axis> out = inputs[0];
    std::swap(out[axis_known(options, "first", -2, result.size())],
              out[axis_known(options, "second", -1, result.size())]);
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    return boxed(attention::transpose(inputs[0]->tensor, static_cast<int>(integer(options, "first", -2)),
                                      static_cast<int>(integer(options, "second", -1))));
  }
  Explanation explain(const CellContext& cell) const override {
    Index from = cell.index;
    std::swap(from[axis_known(options_of(cell), "first", -2, from.size())],
              from[axis_known(options_of(cell), "second", -1, from.size())]);
    return explain_copy(cell, input(cell, 0, from), {"rule.transpose", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("transpose", {d.gradient()}, d.options()));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const auto a = integer(context.options, "first", -2), b = integer(context.options, "second", -1);
    if (context.language == Language::tex) return assign(context, "{0}^{\\top}");
    const std::string axes = joined({a, ", ", b});
    if (context.input_shapes[0].size() == 2) return assign(context, "{0}.T");
    return assign(context, context.language == Language::pytorch ? joined({"{0}.transpose(", axes, ")"})
                                                                 : joined({"np.swapaxes({0}, ", axes, ")"}));
  }
  Layout layout() const override { return Layout::reshape; }
};

}  // namespace

const Operation& transpose_operation() {
  static const Transpose operation;
  return operation;
}

// Reorders all axes.
namespace {

class Permute final : public Rearrangement {
 public:
  std::string_view name() const override { return "permute"; }
  std::string_view doc() const override { return "The axes in another order"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {list_option("axes", "which old axis is at each new place, each once")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const std::vector<double> order = numbers(options, "axes");
    Shape out;
    for (std::size_t a = 0; a < order.size(); ++a) {
      const bool again = std::find(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(a), order[a]) !=
                         order.begin() + static_cast<std::ptrdiff_t>(a);
      if (order[a] < 0 || order[a] >= static_cast<double>(inputs[0].size()) || again) break;
      out.push_back(inputs[0][static_cast<std::size_t>(order[a])]);
    }
    if (out.size() != inputs[0].size() || order.size() != out.size())
      return fail("axis", "options/axes",
                  {"axes must name each of the ", inputs[0].size(), " axes of x once, counted from 0."});
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape&) const override {
    std::vector<Axis> out;
    for (const double a : numbers(options, "axes")) out.push_back(inputs[0][static_cast<std::size_t>(a)]);
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    std::vector<int> order;
    for (const double a : numbers(options, "axes")) order.push_back(static_cast<int>(a));
    return boxed(attention::permute(inputs[0]->tensor, order));
  }
  Result<void> derivative(Derivative& d) const override {
    const std::vector<double> order = numbers(d.options(), "axes");
    std::vector<double> back(order.size());
    for (std::size_t a = 0; a < order.size(); ++a) back[static_cast<std::size_t>(order[a])] = static_cast<double>(a);
    d.add(0, d.apply("permute", {d.gradient()}, {{"axes", back}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    std::string order;
    for (const double a : numbers(context.options, "axes")) order += (order.empty() ? "" : ", ") + code_number(a);
    if (context.language == Language::numpy) return assign(context, joined({"{0}.transpose(", order, ")"}));
    return assign(context, joined({"{0}.permute(", order, ")"}),
                  joined({"\\operatorname{permute}_{", order, "}({0})"}));
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::vector<double> order = numbers(options_of(cell), "axes");
    Index from(order.size());
    for (std::size_t a = 0; a < order.size(); ++a) from[static_cast<std::size_t>(order[a])] = cell.index[a];
    return input(cell, 0, std::move(from));
  }
};

}  // namespace

const Operation& permute_operation() {
  static const Permute operation;
  return operation;
}

// Reorders the indices of one axis: tokens permuted, or some of them taken.
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

// Broadcasting written out: each cell at all the places that it counts for.
namespace {

class ExpandAs final : public Rearrangement {
 public:
  std::string_view name() const override { return "expand_as"; }
  std::string_view doc() const override { return "Broadcast to the shape of another tensor"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"like"}};
    return all;
  }
  bool only_shape_counts(std::size_t input) const override { return input == 1; }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    const Result<Shape> whole = broadcast(in[0], in[1], "x", "like");
    if (!whole) return whole;
    if (*whole != in[1])
      return shape_error(1, joined({"x is ", describe(in[0]), ", which does not broadcast to ", describe(in[1]), "."}));
    return in[1];
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape&) const override {
    return in[1];
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    return boxed(attention::multiply(in[0]->tensor, attention::filled(attention::shape_of(in[1]->tensor), 1)));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.gradient());
    return {};
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::pytorch) return assign(context, "{0}.expand_as({1})");
    return assign(context, joined({"np.broadcast_to({0}, ", code_tuple(context.input_shapes[1]), ")"}),
                  "{0} \\, \\mathbf{1}");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    return input(cell, 0, broadcast_index(cell.index, input_shape(cell, 0)));
  }
};

}  // namespace

const Operation& expand_as_operation() {
  static const ExpandAs operation;
  return operation;
}

}  // namespace graph
