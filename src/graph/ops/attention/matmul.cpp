// Matrix products, batched over leading axes, with either operand transposed: Q Kᵀ, X W, A V, Kᵀ Q.
// A vector on the left counts as a row, on the right as a column, as in PyTorch.
#include "attention/tensor/matmul.hpp"

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// The arrangement of both operands.
struct ProductPlan {
  bool first_transposed = false, second_transposed = false;
  bool row = true, column = true;  // whether the result has that axis: false if the operand is a vector
  std::size_t inner = 0;
  Shape result;
};

Shape leading(const Shape& shape) { return shape.size() < 2 ? Shape{} : Shape(shape.begin(), shape.end() - 2); }

class Matmul final : public Basic {
 public:
  std::string_view name() const override { return "matmul"; }
  std::string_view doc() const override { return "Matrix product of first and second, batched over leading axes"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"first"}, {"second"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        choice_option("transpose", "which operand is transposed first", "none", "none|first|second|both")};
    return all;
  }

  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<ProductPlan> made = plan(inputs[0], inputs[1], options);
    if (!made) return std::unexpected(made.error());
    return made->result;
  }

  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape& result) const override {
    const std::vector<Axis>&a = inputs[0], &b = inputs[1];
    const std::string transpose = text(options, "transpose", "none");
    std::vector<Axis> out;
    const std::vector<Axis>& longer = a.size() >= b.size() ? a : b;
    for (std::size_t i = 0; i + 2 < longer.size(); ++i) out.push_back(longer[i]);
    if (a.size() >= 2) out.push_back(a[a.size() - (transpose == "first" || transpose == "both" ? 1 : 2)]);
    if (b.size() >= 2) out.push_back(b[b.size() - (transpose == "second" || transpose == "both" ? 2 : 1)]);
    out.resize(result.size());
    return out;
  }

  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const std::string transpose = text(options, "transpose", "none");
    attention::Tensor a = inputs[0]->tensor, b = inputs[1]->tensor;
    if (a.dimension() >= 2 && (transpose == "first" || transpose == "both")) {
      Result<attention::Tensor> turned = attention::transpose(a, -2, -1);
      if (!turned) return std::unexpected(turned.error());
      a = std::move(*turned);
    }
    if (b.dimension() >= 2 && (transpose == "second" || transpose == "both")) {
      Result<attention::Tensor> turned = attention::transpose(b, -2, -1);
      if (!turned) return std::unexpected(turned.error());
      b = std::move(*turned);
    }
    return boxed(attention::matmul(a, b));
  }

  Explanation explain(const CellContext& cell) const override {
    const Shape a = input_shape(cell, 0), b = input_shape(cell, 1);
    const Options& options = options_of(cell);
    const Result<ProductPlan> made = plan(a, b, options);
    if (!made) return {};
    std::vector<Product> products;
    const NodeId first = input(cell, 0, {}).node;
    const std::size_t inner_axis = a.size() == 1 ? 0 : a.size() - (made->first_transposed ? 2 : 1);
    for (std::size_t k = 0; k < made->inner; ++k)
      products.push_back({{input(cell, 0, operand(cell, *made, 0, k)), input(cell, 1, operand(cell, *made, 1, k))},
                          {},
                          place_note(cell.graph, first, inner_axis, k)});
    const std::size_t rank = cell.index.size();
    const std::string row = made->row ? one_based(cell.index[rank - 1 - (made->column ? 1 : 0)]) : "1";
    const std::string column = made->column ? one_based(cell.index[rank - 1]) : "1";
    const std::string one = symbol_of(cell.graph, first);
    const std::string two = symbol_of(cell.graph, input(cell, 1, {}).node);
    if (!made->row && !made->column) return explain_sum(cell, std::move(products), {"rule.product.dot", {one, two}});
    return explain_sum(cell, std::move(products),
                       {"rule.product." + text(options, "transpose", "none"), {row, one, column, two}});
  }

  Result<void> derivative(Derivative& d) const override {
    d.product_rule(text(d.options(), "transpose", "none"));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string transpose = text(context.options, "transpose", "none");
    const auto operand_code = [&](std::size_t i, bool turned) {
      std::string which = i == 0 ? "{0}" : "{1}";
      if (!turned || context.input_shapes[i].size() < 2) return which;
      if (context.language == Language::tex) return which + "^{\\top}";
      if (context.input_shapes[i].size() == 2) return which + ".T";
      return context.language == Language::pytorch ? which + ".transpose(-2, -1)"
                                                   : joined({"np.swapaxes(", which, ", -2, -1)"});
    };
    const std::string a = operand_code(0, transpose == "first" || transpose == "both");
    const std::string b = operand_code(1, transpose == "second" || transpose == "both");
    return assign(context, a + (context.language == Language::tex ? " " : " @ ") + b);
  }

  Layout layout() const override { return Layout::product; }

  bool drawn_transposed(std::size_t i, const Options& options) const override {
    const std::string transpose = text(options, "transpose", "none");
    return transpose == "both" || transpose == (i == 0 ? "first" : "second");
  }

  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    const Result<ProductPlan> made = plan(input_shape(cell, 0), input_shape(cell, 1), options_of(cell));
    std::vector<Index> out;
    if (made && i < 2)
      for (std::size_t k = 0; k < made->inner; ++k) out.push_back(operand(cell, *made, i, k));
    return out;
  }

 protected:
  double multiply_adds(std::span<const Shape> inputs, const Options& options, const Shape& result) const override {
    const Result<ProductPlan> made = plan(inputs[0], inputs[1], options);
    return made ? static_cast<double>(count(result)) * static_cast<double>(made->inner) : 0;
  }

 private:
  static Result<ProductPlan> plan(const Shape& a, const Shape& b, const Options& options) {
    if (a.empty()) return shape_error(0, "matmul needs a vector or matrix as first, not one number.");
    if (b.empty()) return shape_error(1, "matmul needs a vector or matrix as second, not one number.");
    const std::string transpose = text(options, "transpose", "none");
    ProductPlan made;
    made.row = a.size() >= 2;
    made.column = b.size() >= 2;
    made.first_transposed = made.row && (transpose == "first" || transpose == "both");
    made.second_transposed = made.column && (transpose == "second" || transpose == "both");
    const std::size_t inner_a = made.row ? a[a.size() - (made.first_transposed ? 2 : 1)] : a[0];
    const std::size_t inner_b = made.column ? b[b.size() - (made.second_transposed ? 1 : 2)] : b[0];
    if (inner_a != inner_b)
      return shape_error(1, joined({"first is ", describe(a), (made.first_transposed ? ", transposed," : ""),
                                    " and second is ", describe(b), (made.second_transposed ? ", transposed" : ""),
                                    ": each row of first has ", inner_a, " numbers and each column of second ", inner_b,
                                    ". They must be as many; transpose one operand or change its size."}));
    const Result<Shape> batch = broadcast(leading(a), leading(b), "first (leading axes)", "second (leading axes)");
    if (!batch) return std::unexpected(batch.error());
    made.inner = inner_a;
    made.result = *batch;
    if (made.row) made.result.push_back(a[a.size() - (made.first_transposed ? 1 : 2)]);
    if (made.column) made.result.push_back(b[b.size() - (made.second_transposed ? 2 : 1)]);
    return made;
  }

  // The cell of operand i in term k of the sum.
  static Index operand(const CellContext& cell, const ProductPlan& made, std::size_t i, std::size_t k) {
    const Shape shape = input_shape(cell, i);
    if (shape.size() == 1) return {k};
    const std::size_t tail = (made.row ? 1 : 0) + (made.column ? 1 : 0);
    const Index batch(cell.index.begin(), cell.index.end() - static_cast<std::ptrdiff_t>(tail));
    Index index = broadcast_index(batch, leading(shape));
    const std::size_t place = cell.index[cell.index.size() - (i == 0 ? tail : 1)];
    const bool turned = i == 0 ? made.first_transposed : made.second_transposed;
    const bool inner_last = (i == 0) != turned;
    index.push_back(inner_last ? place : k);
    index.push_back(inner_last ? k : place);
    return index;
  }
};

}  // namespace

const Operation& matmul_operation() {
  static const Matmul operation;
  return operation;
}

}  // namespace graph
