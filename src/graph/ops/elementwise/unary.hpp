// Functions of single cells: the base of exp, tanh, relu and the like.
#pragma once

#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {

class UnaryOperation : public Basic {
 public:
  using Function = double (*)(double);
  using Slope = NodeId (*)(Derivative& d);  // G times the slope at each cell
  // before and after surround the number in an explanation; raised makes it an exponent.
  struct Faces {
    std::string_view name, doc, before, after;
    bool raised;
    std::string_view python, numpy, tex;
  };
  UnaryOperation(const Faces& faces, Function function, Slope slope, Sign sign = Sign::either)
      : faces_(faces), function_(function), slope_(slope), sign_(sign) {}

  std::string_view name() const override { return faces_.name; }
  std::string_view doc() const override { return faces_.doc; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override { return inputs[0]; }
  Result<Evaluated> evaluate(Inputs inputs, const Options&) const override {
    return Evaluated{attention::map(function_, inputs[0]->tensor), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    return explain_function(cell, faces_.before, input(cell, 0, cell.index), faces_.after, {"rule.function", {}},
                            faces_.raised ? Piece::Level::raised : Piece::Level::base);
  }
  Sign sign() const override { return sign_; }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, slope_(d));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    switch (context.language) {
      case Language::pytorch: return assign(context, faces_.python);
      case Language::numpy: return assign(context, faces_.numpy);
      case Language::tex: break;
    }
    return assign(context, faces_.tex);
  }

 private:
  Faces faces_;
  Function function_;
  Slope slope_;
  Sign sign_;
};

}  // namespace graph
