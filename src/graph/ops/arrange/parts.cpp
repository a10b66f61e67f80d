// Parts of a tensor: a range, chosen rows, windows, a triangle, and adding rows back.
#include <algorithm>
#include <cmath>
#include <optional>

#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
// A part of a tensor along one axis: one index, or a range.
namespace {

struct Taken {
  std::size_t axis = 0, start = 0, length = 0;
  bool keep = true;
};

class Slice final : public Basic {
 public:
  std::string_view name() const override { return "slice"; }
  std::string_view doc() const override { return "One place or a run of places along an axis"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        axis_option("the axis that is cut", 0),
        integer_option("index", "the one place, from 0; the axis goes away unless keep", -1e9),  // not given
        integer_option("start", "the first place, from 0", 0), integer_option("stop", "the place after the last", 1e9),
        boolean_option("keep", "with index: whether the axis stays, with length 1", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<Taken> cut = taken(inputs[0], options);
    if (!cut) return std::unexpected(cut.error());
    return cut->keep ? with(inputs[0], cut->axis, cut->length) : without(inputs[0], cut->axis);
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape& result) const override {
    std::vector<Axis> out = inputs[0];
    const std::size_t axis = axis_known(options, "axis", 0, out.size());
    if (out.size() != result.size()) {
      out.erase(out.begin() + static_cast<std::ptrdiff_t>(axis));
      return out;
    }
    Labels& labels = out[axis].labels;
    if (labels.empty()) return out;
    Shape from = result;
    from[axis] = labels.size();
    const Result<Taken> cut = taken(from, options);
    if (cut)
      labels = std::vector(labels.begin() + static_cast<std::ptrdiff_t>(cut->start),
                           labels.begin() + static_cast<std::ptrdiff_t>(cut->start + cut->length));
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const Shape from = attention::shape_of(inputs[0]->tensor);
    const Result<Taken> cut = taken(from, options);
    if (!cut) return std::unexpected(cut.error());
    const int axis = static_cast<int>(cut->axis);
    const auto start = static_cast<long long>(cut->start), end = static_cast<long long>(cut->start + cut->length);
    return boxed(cut->keep ? attention::slice(inputs[0]->tensor, axis, start, end)
                           : attention::select(inputs[0]->tensor, axis, start));
  }
  Explanation explain(const CellContext& cell) const override {
    const Result<Taken> cut = taken(input_shape(cell, 0), options_of(cell));
    if (!cut) return {};
    const CellRef from = input(cell, 0, source(cell.index, *cut));
    return explain_copy(cell, from, {"rule.slice", {symbol_of(cell.graph, from.node)}});
  }
  Result<void> derivative(Derivative& d) const override {
    const Shape& from = d.shape(d.input(0));
    const Result<Taken> cut = taken(from, d.options());
    if (!cut) return std::unexpected(cut.error());
    // Zeros where nothing was taken.
    const std::size_t rest = from[cut->axis] - cut->start - cut->length;
    std::vector<NodeId> parts;
    if (cut->start > 0) parts.push_back(d.zeros(with(from, cut->axis, cut->start)));
    parts.push_back(d.reshaped(d.gradient(), with(from, cut->axis, cut->length)));
    if (rest > 0) parts.push_back(d.zeros(with(from, cut->axis, rest)));
    const Options options{{"axis", static_cast<double>(cut->axis)}};
    d.add(0, parts.size() == 1 ? parts.front() : d.apply("concat", std::move(parts), options));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Result<Taken> cut = taken(context.input_shapes[0], context.options);
    if (!cut) return {};
    const std::string last = std::to_string(cut->start + cut->length);
    if (context.language == Language::tex) {
      const std::string places =
          cut->length == 1 ? std::to_string(cut->start + 1) : joined({cut->start + 1, " \\ldots ", last});
      return assign(context, joined({"{0}_{", places, "}"}));
    }
    std::string where;
    for (std::size_t a = 0; a < cut->axis; ++a) where += ":, ";
    where += cut->keep ? joined({cut->start, ":", last}) : std::to_string(cut->start);
    return assign(context, joined({"{0}[", where, "]"}));
  }
  Layout layout() const override { return Layout::slice; }

 private:
  static Result<Taken> taken(const Shape& shape, const Options& options) {
    const Result<std::size_t> axis = axis_of(options, "axis", 0, shape.size());
    if (!axis) return std::unexpected(axis.error());
    const auto length = static_cast<long long>(shape[*axis]);
    const bool one = options.contains("index");
    long long start = integer(options, one ? "index" : "start", 0);
    long long stop = one ? start + 1 : integer(options, "stop", length);
    if (start < 0) start += length;
    if (one && stop <= 0) stop += length;
    if (!one && stop < 0) stop += length;
    if (!one) stop = std::min(stop, length);
    if (start < 0 || start > length || stop > length || stop < start || (one && start >= length))
      return fail(
          "range", one ? "options/index" : "options/start",
          {"Axis ", *axis, " has ", length, " places, 0 to ", length - 1, "; the requested part is outside of it."});
    return Taken{*axis, static_cast<std::size_t>(start), static_cast<std::size_t>(stop - start),
                 !one || flag(options, "keep", false)};
  }
  static Index source(const Index& index, const Taken& cut) {
    return cut.keep ? with(index, cut.axis, index[cut.axis] + cut.start) : inserted(index, cut.axis, cut.start);
  }
};

}  // namespace

const Operation& slice_operation() {
  static const Slice operation;
  return operation;
}

// One of several inputs of the same shape, selected by an option: a switch between two computations.
namespace {

class Select final : public Basic {
 public:
  std::string_view name() const override { return "select"; }
  std::string_view doc() const override { return "One of the inputs: by index, by a toggle, or by a name of `names`"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"choices", false, true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("index", "which input, from 0", 0, 0, 1e6),
                                         boolean_option("flag", "a toggle: true picks input 1, false input 0", false),
                                         {"value", OptionSpec::Kind::text, "picks the input whose name in names it is"},
                                         {"names", OptionSpec::Kind::texts, "names of the inputs, for value"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<std::size_t> which = picked(inputs.size(), options);
    if (!which) return std::unexpected(which.error());
    return inputs[*which];
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape&) const override {
    return inputs[picked(inputs.size(), options).value_or(0)];
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const Result<std::size_t> which = picked(inputs.size(), options);
    if (!which) return std::unexpected(which.error());
    return Evaluated{inputs[*which]->tensor, std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef from = input(cell, picked(input_count(cell), options_of(cell)).value_or(0), cell.index);
    return explain_copy(cell, from, {"rule.select", {symbol_of(cell.graph, from.node)}});
  }
  Result<void> derivative(Derivative& d) const override {
    const Result<std::size_t> which = picked(d.inputs(), d.options());
    if (!which) return std::unexpected(which.error());
    d.add(*which, d.gradient());
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::size_t which = picked(context.inputs.size(), context.options).value_or(0);
    return assign(context, context.inputs[which]);
  }

 private:
  static Result<std::size_t> picked(std::size_t inputs, const Options& options) {
    auto index = static_cast<std::size_t>(integer(options, "index", 0));
    if (flag(options, "flag", false)) index = 1;
    if (const std::string value = text(options, "value", ""); !value.empty()) {
      const std::vector<std::string> names = texts(options, "names");
      const auto found = std::ranges::find(names, value);
      if (found == names.end())
        return fail("choice", "options/value",
                    {"“", value, "” is not among names. Add it there, once for each input."});
      index = static_cast<std::size_t>(found - names.begin());
    }
    if (index >= inputs)
      return fail("choice", "options/index",
                  {"There are ", inputs, " inputs, counted from 0; input ", index, " does not exist."});
    return index;
  }
};

}  // namespace

const Operation& select_operation() {
  static const Select operation;
  return operation;
}

// The lower triangle of each matrix: cells right of the diagonal become 0.
namespace {

class Tril final : public Basic {
 public:
  std::string_view name() const override { return "tril"; }
  std::string_view doc() const override { return "The lower triangle: cells right of the diagonal become 0"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        integer_option("diagonal", "0 keeps the diagonal, 1 also the next one above", 0)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].size() < 2) return shape_error(0, "x needs two axes, row × column.");
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    return boxed(attention::tril(in[0]->tensor, static_cast<int>(integer(options, "diagonal", 0))));
  }
  Making making() const override { return Making::mask; }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t rank = cell.index.size();
    const auto row = static_cast<long long>(cell.index[rank - 2]),
               column = static_cast<long long>(cell.index[rank - 1]);
    if (column <= row + integer(options_of(cell), "diagonal", 0))
      return explain_copy(cell, input(cell, 0, cell.index), {"rule.triangle.inside", {}});
    return explain_constant(cell, {"rule.triangle.outside", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("tril", {d.gradient()}, d.options()));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string diagonal = std::to_string(integer(context.options, "diagonal", 0));
    return assign(context, joined({"{np}.tril({0}, ", diagonal, ")"}), "\\operatorname{tril}({0})");
  }
};

}  // namespace

const Operation& tril_operation() {
  static const Tril operation;
  return operation;
}

// Windows of a sequence of ids: stretches of one length, each from a start of its own, as batches of a text are cut.
namespace {

class Windows final : public Basic {
 public:
  std::string_view name() const override { return "windows"; }
  Meaning meaning() const override { return Meaning::moved; }
  std::string_view doc() const override {
    return "Stretches of a sequence of ids, one for each start; starts beyond the last one begin again from 0";
  }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"starts"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("length", "places of each window", std::nullopt, 1, 65536)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const auto length = static_cast<std::size_t>(integer(options, "length", 1));
    if (in[0].size() != 1) return shape_error(0, "x must be a sequence: a tensor of one axis.");
    if (in[1].size() != 1) return shape_error(1, "starts must be a list of whole numbers, one for each window.");
    if (in[0][0] < length)
      return shape_error(
          0, joined({"A window of ", length, " places does not fit into ", in[0][0], ". Take a longer sequence."}));
    return Shape{in[1][0], length};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options&, const Shape&) const override {
    return {Axis{"batch", {}}, Axis{"token", {}}};
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const auto length = static_cast<std::size_t>(integer(options, "length", 1));
    const attention::Tensor &x = in[0]->tensor, &starts = in[1]->tensor;
    attention::Tensor out = attention::filled({starts.size(), length}, 0);
    for (std::size_t b = 0; b < starts.size(); ++b) {
      const std::optional<std::size_t> from = first(starts.data()[b], x.size(), length);
      if (!from) return fail("range", "inputs/1", "A start is a whole number from 0 on.");
      std::copy_n(x.data() + *from, length, out.data() + b * length);
    }
    return Evaluated{std::move(out), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef start = input(cell, 1, {cell.index[0]});
    const std::size_t all = input_shape(cell, 0)[0];
    const auto length = static_cast<std::size_t>(integer(options_of(cell), "length", 1));
    const std::size_t at = first(cell.graph.at(start.node, start.index), all, length).value_or(0) + cell.index[1];
    Explanation made = explain_copy(cell, input(cell, 0, {at}), {"rule.window", {one_based(at), std::to_string(all)}});
    made.terms.front().factors.push_back(start);
    return made;
  }
  std::string code(const CodeContext& context) const override {
    const std::string length = std::to_string(integer(context.options, "length", 1));
    if (context.language == Language::tex) return assign(context, "\\text{windows of } {0}");
    const std::string starts = joined({"{1} % ({0}.shape[0] - ", length, " + 1)"});
    if (context.language == Language::pytorch)
      return assign(context, joined({"{0}.unfold(0, ", length, ", 1)[(", starts, ").long()]"}));
    return assign(context,
                  joined({"np.lib.stride_tricks.sliding_window_view({0}, ", length, ")[(", starts, ").astype(int)]"}));
  }

 private:
  static std::optional<std::size_t> first(float start, std::size_t all, std::size_t length) {
    const bool is_place = start >= 0 && start <= static_cast<float>(largest_whole_float) && start == std::floor(start);
    if (!is_place) return std::nullopt;  // not a number is none either
    return static_cast<std::size_t>(start) % (all - length + 1);
  }
};

}  // namespace

const Operation& windows_operation() {
  static const Windows operation;
  return operation;
}

// Rows added at places of a larger tensor that is 0 elsewhere: the inverse of looking rows up or taking some of them.
namespace {

class IndexAdd final : public Basic {
 public:
  std::string_view name() const override { return "index_add"; }
  std::string_view doc() const override { return "Rows added at the places that ids name, zeros elsewhere"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"like"}, {"ids", true}};
    return all;
  }
  bool only_shape_counts(std::size_t input) const override { return input == 1; }
  Sign sign() const override { return Sign::either; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        axis_option("the axis of like along which is added; 0 with ids", 0),
        list_option("places", "without ids: to which place, from 0, each index of x is added", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Shape& like = in[1];
    if (in.size() > 2) {
      Shape rows = in[2];
      if (!like.empty()) rows.push_back(like.back());
      if (like.size() != 2) return shape_error(1, "like must be a matrix, one row for each id.");
      if (in[0] != rows)
        return shape_error(
            0, joined({"x is ", describe(in[0]), ", but must be ", describe(rows), ": a row for each id."}));
      return like;
    }
    const Result<std::size_t> axis = axis_of(options, "axis", 0, like.size());
    if (!axis) return std::unexpected(axis.error());
    const std::vector<double> places = numbers(options, "places");
    const Shape wanted = with(like, *axis, places.size());
    if (in[0] != wanted)
      return shape_error(0, joined({"x is ", describe(in[0]), ", but must be ", describe(wanted),
                                    ": as many along axis ", *axis, " as there are places."}));
    for (const double place : places)
      if (place < 0 || place >= static_cast<double>(like[*axis]))
        return fail("range", "options/places",
                    {"There is no place ", format_number(place, 0), ": axis ", *axis, " has ", like[*axis],
                     " places, counted from 0."});
    return like;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape&) const override {
    return in[1];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const Shape like = attention::shape_of(in[1]->tensor);
    if (in.size() < 3) {
      std::vector<long long> places;
      for (const double place : numbers(options, "places")) places.push_back(static_cast<long long>(place));
      return boxed(attention::index_add(in[0]->tensor, like, static_cast<int>(integer(options, "axis", 0)), places));
    }
    const attention::Tensor& ids = in[2]->tensor;
    std::vector<long long> places(ids.begin(), ids.end());
    const Result<attention::Tensor> rows =
        attention::reshape(in[0]->tensor, {static_cast<long long>(places.size()), static_cast<long long>(like[1])});
    if (!rows) return std::unexpected(rows.error());
    return boxed(attention::index_add(*rows, like, 0, places));
  }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    for (Index& index : sources(0, cell)) products.push_back({{input(cell, 0, std::move(index))}, {}, {}});
    const std::string n = std::to_string(products.size());
    if (products.empty()) return explain_constant(cell, {"rule.index_add.none", {}});
    return explain_sum(cell, std::move(products), {"rule.index_add", {n}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    const bool by_ids = input_count(cell) > 2;
    if (i == 1) return out;
    const Shape ids = by_ids ? input_shape(cell, 2) : Shape{};
    if (!by_ids) {
      const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
      const std::vector<double> places = numbers(options_of(cell), "places");
      for (std::size_t k = 0; k < places.size(); ++k)
        if (places[k] == static_cast<double>(cell.index[axis])) out.push_back(with(cell.index, axis, k));
      return out;
    }
    for (std::size_t k = 0; k < count(ids); ++k) {
      const CellRef id = input(cell, 2, index_at(ids, k));
      if (i == 2) out.push_back(id.index);
      else if (cell.graph.at(id.node, id.index) == static_cast<float>(cell.index[0]))
        out.push_back(inserted(id.index, id.index.size(), cell.index[1]));
    }
    return out;
  }
  Result<void> derivative(Derivative& d) const override {
    if (d.inputs() > 2) {
      if (d.wants(2)) return d.no_slope(2);
      d.add(0, d.apply("embedding", {d.input(2), d.gradient()}));
      return {};
    }
    d.add(0, d.apply("reorder", {d.gradient()},
                     {{"axis", number(d.options(), "axis", 0)}, {"order", numbers(d.options(), "places")}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& like = context.input_shapes[1];
    const bool torch = context.language == Language::pytorch, by_ids = context.inputs.size() > 2;
    if (context.language == Language::tex) return assign(context, "\\sum_{i \\to k} {0}_i");
    const std::string axis = std::to_string(by_ids ? 0 : axis_known(context.options, "axis", 0, like.size()));
    const std::string x = by_ids ? joined({"{0}.reshape(-1, ", like.back(), ")"}) : std::string("{0}");
    const std::string list = code_list(numbers(context.options, "places"));
    if (torch)
      return assign(context, joined({"torch.zeros(", code_tuple(like), ").index_add(", axis, ", ",
                                     by_ids ? std::string("{2}.reshape(-1).long()")
                                            : joined({"torch.tensor(", list, ", dtype=torch.long)"}),
                                     ", ", x, ")"}));
    return assign(context, joined({"index_add(", code_tuple(like), ", ", axis, ", ",
                                   by_ids ? std::string("{2}.reshape(-1).astype(int)") : list, ", ", x, ")"}));
  }
};

}  // namespace

const Operation& index_add_operation() {
  static const IndexAdd operation;
  return operation;
}

}  // namespace graph
