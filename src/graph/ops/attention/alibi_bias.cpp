// ALiBi (Press et al. 2022): minus a slope times the distance, to be added to the scores of each head.
#include <cmath>

#include "attention/inputs/positions.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
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

}  // namespace graph
