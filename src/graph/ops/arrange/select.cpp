// One of several inputs of the same shape, selected by an option: a switch between two computations.
#include <algorithm>

#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
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

}  // namespace graph
