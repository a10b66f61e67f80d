// Two tensors as one number: how they differ, and how they go together.
#include <cmath>

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// One number from two tensors of one shape, compared cell by cell: the base of correlation and max_abs_difference.
class Comparison : public Basic {
 public:
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"first"}, {"second"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0] != in[1])
      return shape_error(
          1, joined({"first is ", describe(in[0]), " and second is ", describe(in[1]), ". They must have one shape."}));
    return Shape{};
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    return boxed(compare(in[0]->tensor, in[1]->tensor));
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    const Shape shape = input_shape(cell, i);
    for (std::size_t k = 0; k < count(shape); ++k) out.push_back(index_at(shape, k));
    return out;
  }

 protected:
  // The core's function that computes the number.
  virtual Result<attention::Tensor> compare(const attention::Tensor& a, const attention::Tensor& b) const = 0;
};

}  // namespace

// Pearson's correlation of two tensors, cell by cell.
namespace {

class Correlation final : public Comparison {
 public:
  std::string_view name() const override { return "correlation"; }
  std::string_view doc() const override { return "Pearson's correlation of two tensors, cell with cell"; }
  Explanation explain(const CellContext& cell) const override {
    Explanation made = explain_constant(cell, {"rule.correlation", {}});
    for (std::size_t i = 0; i < 2; ++i)
      for (Index& index : sources(i, cell)) made.terms.front().factors.push_back(input(cell, i, std::move(index)));
    return made;
  }
  Result<void> derivative(Derivative& d) const override {
    const auto centred = [&](std::size_t i) {
      return d.minus(d.input(i), d.apply("mean", {d.input(i)}, {{"all", true}}));
    };
    const Options all{{"all", true}};
    const NodeId a = centred(0), b = centred(1);
    const NodeId lengths = d.times(d.apply("norm", {a}, all), d.apply("norm", {b}, all));
    return d.through(d.over(d.apply("sum", {d.times(a, b)}, all), lengths));
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::pytorch)
      return assign(context, "torch.corrcoef(torch.stack([{0}.flatten(), {1}.flatten()]))[0, 1]");
    return assign(context, "np.float32(np.corrcoef({0}.ravel(), {1}.ravel())[0, 1])", "\\operatorname{corr}({0}, {1})");
  }

 protected:
  Result<attention::Tensor> compare(const attention::Tensor& a, const attention::Tensor& b) const override {
    return attention::correlation(a, b);
  }
};

}  // namespace

const Operation& correlation_operation() {
  static const Correlation operation;
  return operation;
}

// The largest absolute difference between two tensors: whether two computations agree.
namespace {

class MaxAbsDifference final : public Comparison {
 public:
  std::string_view name() const override { return "max_abs_difference"; }
  std::string_view doc() const override { return "The largest difference between two tensors, whatever its sign"; }
  Sign sign() const override { return Sign::never_negative; }
  Meaning meaning() const override { return Meaning::difference; }
  Explanation explain(const CellContext& cell) const override {
    const Shape shape = input_shape(cell, 0);
    const double own = cell.graph.at(cell.node, cell.index);
    for (std::size_t i = 0; i < count(shape); ++i) {
      const CellRef a = input(cell, 0, index_at(shape, i)), b = input(cell, 1, index_at(shape, i));
      const double d = std::fabs(static_cast<double>(cell.graph.at(a.node, a.index)) - cell.graph.at(b.node, b.index));
      if (static_cast<float>(d) != static_cast<float>(own)) continue;
      Writer writer(cell);
      writer.name().relate().text("|").cell(a, cell_note(cell.graph, a.node, a.index)).text("−").cell(b).text("|");
      writer.relate().result();
      return writer.finish(Combine::copy, {{d, {a, b}}}, {"rule.absolute_largest", {}});
    }
    return explain_constant(cell, {"rule.absolute_largest", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    return d.through(d.apply("max", {d.apply("abs", {d.minus(d.input(0), d.input(1))})}, {{"all", true}}));
  }
  std::string code(const CodeContext& context) const override {
    return assign(context, "{np}.abs({0} - {1}).max()", "\\max \\lvert {0} - {1} \\rvert");
  }

 protected:
  Result<attention::Tensor> compare(const attention::Tensor& a, const attention::Tensor& b) const override {
    return attention::max_abs_difference(a, b);
  }
};

}  // namespace

const Operation& max_abs_difference_operation() {
  static const MaxAbsDifference operation;
  return operation;
}

}  // namespace graph
