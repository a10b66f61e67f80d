// One number from two tensors of one shape, compared cell by cell: the base of correlation and max_abs_difference.
#pragma once

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
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

}  // namespace graph
