// Positions: added vectors, rotations, and ALiBi's biases.
#include <cmath>

#include "attention/inputs/positions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
// Adds to each token the vector of its position: learned positions, or S3's vectors eⁱ.
namespace {

class AddPositions final : public Basic {
 public:
  std::string_view name() const override { return "add_positions"; }
  std::string_view doc() const override { return "Each token plus the row of a table for its place"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"table"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {boolean_option("enabled", "false: nothing is added", true)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].size() < 2) return shape_error(0, "x needs two axes, token × feature.");
    const std::size_t tokens = in[0][in[0].size() - 2];
    if (in[1].size() != 2 || in[1][0] < tokens || in[1][1] != in[0].back())
      return shape_error(1, joined({"table is ", describe(in[1]), ", but must have at least ", tokens, " rows of ",
                                    in[0].back(), " numbers: one row for each place."}));
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    if (!flag(options, "enabled", true)) return Evaluated{in[0]->tensor, std::nullopt};
    return boxed(attention::add_positions(in[0]->tensor, in[1]->tensor));
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef x = input(cell, 0, cell.index);
    if (!flag(options_of(cell), "enabled", true)) return explain_copy(cell, x, {"rule.copy", {}});
    const std::size_t rank = cell.index.size();
    return explain_pair(cell, x, "+", input(cell, 1, {cell.index[rank - 2], cell.index[rank - 1]}),
                        {"rule.broadcast", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.gradient());
    if (!d.wants(1) || !flag(d.options(), "enabled", true)) return {};
    const Shape &x = d.shape(d.input(0)), table = d.shape(d.input(1));
    const Shape used{x[x.size() - 2], table[1]};
    NodeId rows = d.gradient();
    if (x != used) rows = d.apply("sum_to_size", {rows}, {{"shape", std::vector<double>(used.begin(), used.end())}});
    if (used[0] < table[0]) rows = d.apply("concat", {rows, d.zeros({table[0] - used[0], table[1]})}, {{"axis", 0.0}});
    d.add(1, rows);
    return {};
  }
  std::string code(const CodeContext& context) const override {
    if (!flag(context.options, "enabled", true)) return assign(context, "{0}");
    return assign(context, "{0} + {1}[:{0}.shape[-2]]", "{0} + {1}");
  }
};

}  // namespace

const Operation& add_positions_operation() {
  static const AddPositions operation;
  return operation;
}

// Rotary positions (Su et al. 2021): pairs of features rotated by an angle that grows with the position.
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

// ALiBi (Press et al. 2022): minus a slope times the distance, to be added to the scores of each head.
namespace {

class AlibiBias final : public Basic {
 public:
  std::string_view name() const override { return "alibi_bias"; }
  std::string_view doc() const override { return "Minus a slope times the distance, to be added to scores"; }
  std::span<const InputSpec> inputs() const override { return {}; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("heads", "how many heads", 1, 1, 1e5),
                                         integer_option("queries", "how many queries", std::nullopt, 0, 1e6),
                                         integer_option("keys", "how many keys; 0: as many as queries", 0, 0, 1e6),
                                         integer_option("offset", "position of the first query", 0, 0, 1e9)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    const auto [heads, queries, keys] = sizes(options);
    return Shape{heads, queries, keys};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options&, const Shape&) const override {
    return {Axis{"head", {}}, Axis{"query", {}}, Axis{"key", {}}};
  }
  Result<Evaluated> evaluate(Inputs, const Options& options) const override {
    const auto [heads, queries, keys] = sizes(options);
    return boxed(attention::alibi_bias(heads, queries, keys, static_cast<std::size_t>(integer(options, "offset", 0))));
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t heads = sizes(options_of(cell)).heads;
    const Result<attention::Tensor> slopes = attention::alibi_slopes(heads);
    const double slope = slopes ? slopes->data()[cell.index[0]] : 0;
    const double distance = std::fabs(static_cast<double>(cell.index[1]) - static_cast<double>(cell.index[2]) +
                                      static_cast<double>(integer(options_of(cell), "offset", 0)));
    Writer writer(cell);
    writer.name().relate().number(-slope, {"note.slope", {}}).text("·").number(distance, {"note.distance", {}});
    writer.relate().result();
    return writer.finish(Combine::product, {{-slope, {}}, {distance, {}}},
                         {"rule.alibi", {one_based(cell.index[0]), format_number(distance, 0)}});
  }
  std::string code(const CodeContext& context) const override {
    const auto [heads, queries, keys] = sizes(context.options);
    return assign(
        context,
        joined({"alibi_bias(", heads, ", ", queries, ", ", keys, ", ", integer(context.options, "offset", 0), ")"}),
        "-m_h \\, \\lvert i - j \\rvert");
  }

 private:
  struct Sizes {
    std::size_t heads, queries, keys;
  };
  static Sizes sizes(const Options& options) {
    const auto queries = static_cast<std::size_t>(integer(options, "queries", 0));
    const auto keys = static_cast<std::size_t>(integer(options, "keys", 0));
    return {static_cast<std::size_t>(integer(options, "heads", 1)), queries, keys == 0 ? queries : keys};
  }
};

}  // namespace

const Operation& alibi_bias_operation() {
  static const AlibiBias operation;
  return operation;
}

// The slopes of ALiBi, one for each head: 2^(−8/H), 2^(−16/H) …
namespace {

class AlibiSlopes final : public Basic {
 public:
  std::string_view name() const override { return "alibi_slopes"; }
  std::string_view doc() const override { return "The slopes of ALiBi, one for each head"; }
  std::span<const InputSpec> inputs() const override { return {}; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("heads", "how many heads", std::nullopt, 1, 1e5)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    return Shape{static_cast<std::size_t>(integer(options, "heads", 1))};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options&, const Shape&) const override {
    return {Axis{"head", {}}};
  }
  Result<Evaluated> evaluate(Inputs, const Options& options) const override {
    return boxed(attention::alibi_slopes(static_cast<std::size_t>(integer(options, "heads", 1))));
  }
  Explanation explain(const CellContext& cell) const override {
    return explain_constant(
        cell, {"rule.alibi_slope", {one_based(cell.index[0]), std::to_string(integer(options_of(cell), "heads", 1))}});
  }
  std::string code(const CodeContext& context) const override {
    const std::string heads = std::to_string(integer(context.options, "heads", 1));
    return assign(context, joined({"alibi_slopes(", heads, ")"}), "2^{-8h/H}");
  }
};

}  // namespace

const Operation& alibi_slopes_operation() {
  static const AlibiSlopes operation;
  return operation;
}

}  // namespace graph
