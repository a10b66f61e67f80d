// One number from two tensors of one shape, cell with cell: what correlation and max_abs_difference share.
#pragma once

#include "graph/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {

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
    const attention::Tensor &a = in[0]->tensor, &b = in[1]->tensor;
    return Evaluated{filled({}, static_cast<float>(compare({a.data(), a.size()}, {b.data(), b.size()}))), std::nullopt};
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    const Shape shape = input_shape(cell, i);
    for (std::size_t k = 0; k < count(shape); ++k) out.push_back(index_at(shape, k));
    return out;
  }

 protected:
  virtual double compare(std::span<const float> a, std::span<const float> b) const = 0;
};

}  // namespace graph
