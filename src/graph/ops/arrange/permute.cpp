// Reorders all axes.
#include <algorithm>

#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
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

}  // namespace graph
