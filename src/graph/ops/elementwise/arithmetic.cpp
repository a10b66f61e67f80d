// Elementwise operations on two tensors, broadcast as in NumPy.
#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "attention/tiles.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// Elementwise operations on two tensors, broadcast as in NumPy:
// the base of add, subtract, multiply and divide.
class PairOperation : public Basic {
 public:
  using Function = Result<attention::Tensor> (*)(const attention::Tensor&, const attention::Tensor&);
  PairOperation(std::string_view name, std::string_view doc, std::string_view sign, std::string_view python,
                std::string_view tex, Function function, void (*slopes)(Derivative& d),
                Meaning meaning = Meaning::other)
      : name_(name),
        doc_(doc),
        sign_(sign),
        python_(python),
        tex_(tex),
        function_(function),
        slopes_(slopes),
        meaning_(meaning) {}

  std::string_view name() const override { return name_; }
  std::string_view doc() const override { return doc_; }
  Meaning meaning() const override { return meaning_; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"first"}, {"second"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    return broadcast(inputs[0], inputs[1], "first", "second");
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&,
                         const Shape& result) const override {
    std::vector<Axis> out(result.size());
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t k = 1; k <= inputs[i].size() && k <= out.size(); ++k) {
        Axis& axis = out[out.size() - k];
        const Axis& own = inputs[i][inputs[i].size() - k];
        if (axis.name.empty()) axis.name = own.name;
        if (axis.labels.empty() && own.labels.size() == result[out.size() - k]) axis.labels = own.labels;
      }
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options&) const override {
    return boxed(function_(inputs[0]->tensor, inputs[1]->tensor));
  }
  Explanation explain(const CellContext& cell) const override {
    return explain_pair(cell, operand(cell, 0), sign_, operand(cell, 1), {"rule.broadcast", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    slopes_(d);
    return {};
  }
  std::string code(const CodeContext& context) const override { return assign(context, python_, tex_); }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    if (i > 1) return {};
    return {operand(cell, i).index};
  }

 protected:
  static CellRef operand(const CellContext& cell, std::size_t i) {
    return input(cell, i, broadcast_index(cell.index, input_shape(cell, i)));
  }

 private:
  std::string_view name_, doc_, sign_, python_, tex_;
  Function function_;
  void (*slopes_)(Derivative& d);
  Meaning meaning_;
};

}  // namespace

// Sum of two tensors, cell by cell
const Operation& add_operation() {
  static const PairOperation operation("add", "Sum of two tensors, cell by cell", "+", "{0} + {1}", "{0} + {1}",
                                       attention::add, [](Derivative& d) {
                                         d.add(0, d.gradient());
                                         d.add(1, d.gradient());
                                       });
  return operation;
}

// Difference of two tensors, cell by cell
const Operation& subtract_operation() {
  static const PairOperation operation(
      "subtract", "Difference of two tensors, cell by cell", "−", "{0} - {1}", "{0} - {1}", attention::subtract,
      [](Derivative& d) {
        d.add(0, d.gradient());
        d.add(1, d.apply("negate", {d.summed_to(d.gradient(), d.input(1))}));
      },
      Meaning::difference);
  return operation;
}

// Product of two tensors, cell by cell
const Operation& multiply_operation() {
  static const PairOperation operation("multiply", "Product of two tensors, cell by cell", "·", "{0} * {1}",
                                       "{0} \\odot {1}", attention::multiply, [](Derivative& d) {
                                         d.add(0, d.times(d.gradient(), d.input(1)));
                                         d.add(1, d.times(d.gradient(), d.input(0)));
                                       });
  return operation;
}

// Quotient of two tensors, cell by cell
const Operation& divide_operation() {
  static const PairOperation operation("divide", "Quotient of two tensors, cell by cell", "/", "{0} / {1}",
                                       "{0} \\oslash {1}", attention::divide, [](Derivative& d) {
                                         const NodeId part = d.over(d.gradient(), d.input(1));
                                         d.add(0, part);
                                         d.add(1,
                                               d.apply("negate", {d.summed_to(d.times(part, d.result()), d.input(1))}));
                                       });
  return operation;
}

// The larger of two tensors, cell by cell.
namespace {

// 1 where x is the larger of the two, ½ where both are equal, 0 elsewhere: as PyTorch divides the gradient.
NodeId share_of_larger(Derivative& d, std::size_t i) {
  const NodeId own = d.apply("eq", {d.input(i), d.result()}), other = d.apply("eq", {d.input(1 - i), d.result()});
  return d.over(own, d.without_zeros(d.plus(own, other)));
}

class Maximum final : public PairOperation {
 public:
  Maximum()
      : PairOperation("maximum", "The larger of two tensors, cell by cell", ",", "{np}.maximum({0}, {1})",
                      "\\max({0}, {1})", attention::maximum, [](Derivative& d) {
                        for (std::size_t i = 0; i < 2; ++i)
                          d.add(i, d.summed_to(d.times(d.gradient(), share_of_larger(d, i)), d.input(i)));
                      }) {}
  Sign sign() const override { return Sign::of_inputs; }
  Explanation explain(const CellContext& cell) const override {
    const CellRef a = operand(cell, 0), b = operand(cell, 1);
    const double own = cell.graph.at(cell.node, cell.index);
    Writer writer(cell);
    writer.name().relate().text("max(").cell(a).text(", ").cell(b).text(")").relate().result();
    return writer.finish(Combine::copy, {{own, {writer.value(a) == own ? a : b}}}, {"rule.maximum", {"2"}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    if (i > 1) return {};
    return {operand(cell, i).index};
  }
};

}  // namespace

const Operation& maximum_operation() {
  static const Maximum operation;
  return operation;
}

// 1 where two tensors have the same number, 0 elsewhere, broadcast as in NumPy.
namespace {

float same(float a, float b) { return a == b ? 1.0f : 0.0f; }

class Equal final : public PairOperation {
 public:
  Equal()
      : PairOperation(
            "eq", "1 where both tensors have the same number, 0 elsewhere", "=", "", "[{0} = {1}]",
            [](const attention::Tensor& a, const attention::Tensor& b) -> Result<attention::Tensor> {
              return attention::map(same, a, b);
            },
            nullptr) {}
  Sign sign() const override { return Sign::never_negative; }
  Explanation explain(const CellContext& cell) const override {
    const CellRef a = operand(cell, 0), b = operand(cell, 1);
    Writer writer(cell);
    writer.name().relate().text("[").cell(a).text("=").cell(b).text("]").relate().result();
    return writer.finish(Combine::copy, {{cell.graph.at(cell.node, cell.index), {a, b}}}, {"rule.eq", {}});
  }
  Result<void> derivative(Derivative& d) const override { return Operation::derivative(d); }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex) return PairOperation::code(context);
    return assign(context, context.language == Language::pytorch ? "({0} == {1}).float()"
                                                                 : "np.equal({0}, {1}).astype(np.float32)");
  }
};

}  // namespace

const Operation& eq_operation() {
  static const Equal operation;
  return operation;
}

}  // namespace graph
