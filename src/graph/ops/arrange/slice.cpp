// A part of a tensor along one axis: one index, or a range.
#include <algorithm>

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
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

}  // namespace graph
