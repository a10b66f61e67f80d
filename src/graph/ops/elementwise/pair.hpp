// Elementwise operations on two tensors, broadcast as in NumPy:
// the base of add, subtract, multiply and divide.
#pragma once

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {

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

}  // namespace graph
