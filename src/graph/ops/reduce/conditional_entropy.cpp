// How uncertain the next id of a sequence is, once some ids before it are known: the mean of −ln of the share that an id
// has among all that follow the same ids (Shannon 1948). The lowest loss of a model that sees no more than those.
#include <cmath>
#include <map>

#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// The places at which each id comes after each context.
using Followers = std::map<std::vector<float>, std::map<float, std::vector<std::size_t>>>;

Followers followers_of(std::span<const float> ids, std::size_t given) {
  Followers all;
  for (std::size_t i = given; i < ids.size(); ++i)
    all[{ids.begin() + static_cast<std::ptrdiff_t>(i - given), ids.begin() + static_cast<std::ptrdiff_t>(i)}][ids[i]]
        .push_back(i);
  return all;
}

class ConditionalEntropy final : public Basic {
 public:
  std::string_view name() const override { return "conditional_entropy"; }
  std::string_view doc() const override {
    return "The mean of −ln of an id's share among those that follow the same ids in the sequence";
  }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"ids"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("given", "how many ids before it are known", 0, 0, 16)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    if (in[0].size() != 1) return shape_error(0, "ids must be a sequence: a tensor of one axis.");
    if (in[0][0] <= given(options))
      return shape_error(
          0, joined({"A sequence of ", in[0][0], " has no id after ", given(options), " others. Take a longer one."}));
    return Shape{};
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const attention::Tensor& ids = in[0]->tensor;
    const std::size_t n = ids.size() - given(options);
    double sum = 0;
    for (const auto& [context, next] : followers_of({ids.data(), ids.size()}, given(options)))
      for (const auto& [id, places] : next) sum += doubt_of(next, places.size());
    return Evaluated{attention::filled({}, static_cast<float>(sum / static_cast<double>(n))), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t before = given(options_of(cell)), all = input_shape(cell, 0)[0], n = all - before;
    std::vector<float> ids;
    for (std::size_t i = 0; i < all; ++i) ids.push_back(cell.graph.at(input(cell, 0, {i}).node, Index{i}));
    std::vector<Term> terms;
    for (const auto& [context, next] : followers_of(ids, before))
      for (const auto& [id, places] : next) {
        Term& term = terms.emplace_back(Term{doubt_of(next, places.size()) / static_cast<double>(n), {}});
        for (const std::size_t place : places)
          for (std::size_t i = place - before; i <= place; ++i) term.factors.push_back(input(cell, 0, {i}));
      }
    Writer writer(cell);
    writer.name().relate().result();
    return writer.finish(Combine::sum, std::move(terms), {"rule.entropy", {std::to_string(n), std::to_string(before)}});
  }
  std::string code(const CodeContext& context) const override {
    const std::string before = std::to_string(given(context.options));
    return assign(context, joined({"conditional_entropy({0}, ", before, ")"}),
                  joined({"-\\frac{1}{n} \\sum_t \\ln p({0}_t \\mid ", before, "\\text{ before})"}));
  }

 private:
  static std::size_t given(const Options& options) { return static_cast<std::size_t>(integer(options, "given", 0)); }
  // Of all places of an id after one context.
  static double doubt_of(const std::map<float, std::vector<std::size_t>>& next, std::size_t count) {
    std::size_t all = 0;
    for (const auto& [id, places] : next) all += places.size();
    const auto own = static_cast<double>(count);
    return -own * std::log(own / static_cast<double>(all));
  }
};

}  // namespace

const Operation& conditional_entropy_operation() {
  static const ConditionalEntropy operation;
  return operation;
}

}  // namespace graph
