// One row of weights times the rows of values: a fan of scaled vectors whose sum is one output. weights (T), values (T,
// D) → (D); or with rows kept, weights (1, T) → (1, D).
#include "attention/tensor/matmul.hpp"

#include "graph/core/basic.hpp"
#include "graph/core/messages.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class WeightedSum final : public Basic {
 public:
  std::string_view name() const override { return "weighted_sum"; }
  std::string_view doc() const override { return "The rows of values, each times its weight, added up"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"weights"}, {"values"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].empty() || in[0].size() > 2)
      return shape_error(0, "weights must be one row of numbers, or a matrix with a row for each output.");
    if (in[1].size() != 2) return shape_error(1, "values must be a matrix, tokens × features.");
    if (in[0].back() != in[1][0])
      return shape_error(1, joined({"There are ", in[0].back(), " weights and ", in[1][0],
                                    " values. There must be one weight for each value."}));
    Shape out = in[0];
    out.back() = in[1][1];
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape&) const override {
    std::vector<Axis> out = in[0];
    out.back() = in[1][1];
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options&) const override {
    return boxed(attention::matmul(inputs[0]->tensor, inputs[1]->tensor));
  }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    const std::size_t tokens = input_shape(cell, 1)[0];
    for (std::size_t j = 0; j < tokens; ++j) {
      const CellRef weight = input(cell, 0, with(cell.index, cell.index.size() - 1, j));
      const CellRef value = input(cell, 1, {j, cell.index.back()});
      products.push_back({{weight, value}, {}, place_note(cell.graph, value.node, 0, j)});
    }
    return explain_sum(cell, std::move(products), {"rule.weighted_sum", {std::to_string(tokens)}});
  }
  Result<void> derivative(Derivative& d) const override {
    d.product_rule("none");
    return {};
  }
  std::string code(const CodeContext& context) const override {
    return assign(context, "{0} @ {1}", "\\sum_j {0}_j \\, {1}_j");
  }
  Layout layout() const override { return Layout::weighted_sum; }

 protected:
  double multiply_adds(std::span<const Shape> in, const Options&, const Shape& result) const override {
    return static_cast<double>(count(result) * in[1][0]);
  }
};

}  // namespace

const Operation& weighted_sum_operation() {
  static const WeightedSum operation;
  return operation;
}

}  // namespace graph
