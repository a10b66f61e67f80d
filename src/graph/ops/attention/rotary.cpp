// Rotary positions (Su et al. 2021): pairs of features rotated by an angle that grows with the position.
#include <cmath>

#include "attention/inputs/positions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Rotary final : public Basic {
 public:
  std::string_view name() const override { return "rotary"; }
  std::string_view doc() const override { return "Pairs of features turned by an angle that grows with the position"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        number_option("base", "the base of the wavelengths", 10000, 1e-6, 1e12),
        integer_option("offset", "position of the first token", 0, 0, 1e9),
        boolean_option("interleaved", "pairs 1-2, 3-4 …; false: first half with second half", true),
        boolean_option("inverse", "turns back, by minus the angle", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].size() < 2) return shape_error(0, "x needs two axes, token × feature.");
    if (in[0].back() % 2 != 0)
      return shape_error(
          0, joined({"x has ", in[0].back(), " features. Rotation works on pairs, so it needs an even number."}));
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    attention::RotaryOptions how;
    how.base = number(options, "base", 10000);
    how.offset = static_cast<std::size_t>(integer(options, "offset", 0));
    how.interleaved = flag(options, "interleaved", true);
    how.inverse = flag(options, "inverse", false);
    return boxed_or_nan(attention::rotary(in[0]->tensor, how), attention::shape_of(in[0]->tensor));
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t last = cell.index.size() - 1, d = cell.index[last], features = input_shape(cell, 0).back();
    const bool interleaved = flag(options_of(cell), "interleaved", true);
    const std::size_t pair = interleaved ? d / 2 : d % (features / 2);
    const bool first = interleaved ? d % 2 == 0 : d < features / 2;
    const std::size_t other = interleaved ? (first ? d + 1 : d - 1) : (first ? d + features / 2 : d - features / 2);
    const double position =
        static_cast<double>(cell.index[last - 1]) + static_cast<double>(integer(options_of(cell), "offset", 0));
    const double turn = position / std::pow(number(options_of(cell), "base", 10000),
                                            2.0 * static_cast<double>(pair) / static_cast<double>(features));
    const double angle = flag(options_of(cell), "inverse", false) ? -turn : turn;
    std::vector<Product> products{{{input(cell, 0, cell.index)}, {std::cos(angle)}, {"short.feature", {one_based(d)}}},
                                  {{input(cell, 0, with(cell.index, last, other))},
                                   {first ? -std::sin(angle) : std::sin(angle)},
                                   {"short.feature", {one_based(other)}}}};
    return explain_sum(cell, std::move(products),
                       {"rule.rotary",
                        {one_based(std::min(d, other)), one_based(std::max(d, other)),
                         format_number(angle, std::max(3, cell.decimals))}});
  }
  Result<void> derivative(Derivative& d) const override {
    Options options = d.options();
    options.insert_or_assign("inverse", !flag(options, "inverse", false));
    d.add(0, d.apply("rotary", {d.gradient()}, std::move(options)));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    return assign(context,
                  joined({"rotary({0}, ", code_number(number(context.options, "base", 10000)), ", ",
                          integer(context.options, "offset", 0), ", ",
                          (flag(context.options, "interleaved", true) ? "True" : "False"),
                          (flag(context.options, "inverse", false) ? ", -1" : ""), ")"}),
                  flag(context.options, "inverse", false) ? "R_t^{\\top} \\, {0}" : "R_t \\, {0}");
  }
};

}  // namespace

const Operation& rotary_operation() {
  static const Rotary operation;
  return operation;
}

}  // namespace graph
