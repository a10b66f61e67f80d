// One number in every cell, with a given shape or that of another tensor: the base of full and ones.
#pragma once

#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {

class Constant : public Basic {
 public:
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"like", true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {shape_spec};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    return in.empty() ? shape_option(options, "shape") : Result<Shape>(in[0]);
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const Result<Shape> size = in.empty() ? shape_option(options, "shape") : attention::shape_of(in[0]->tensor);
    if (!size) return std::unexpected(size.error());
    if (count(*size) > (std::size_t{1} << 26))
      return fail("size", "options/shape", {"A tensor of shape ", describe(*size), " is too large."});
    return Evaluated{attention::filled(*size, static_cast<float>(value(options))), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override { return explain_constant(cell, {"rule.set", {}}); }
  Result<void> derivative(Derivative&) const override { return {}; }  // only the shape of `like` counts
  Layout layout() const override { return Layout::source; }

 protected:
  static constexpr OptionSpec shape_spec =
      list_option("shape", "its lengths, unless there is an input to match", false);
  virtual double value(const Options& options) const = 0;
};

}  // namespace graph
