// Tensors of the numbers of kernels_support.hpp, for tests of the fast path through the public functions.
#pragma once

#include "attention/fast/kernels_support.hpp"
#include "attention/tensor/shape.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "support/expect.hpp"

namespace kernel_tests {

inline attention::Tensor drawn_tensor(const attention::Shape& shape, std::uint32_t seed, float size = 1.0f) {
  return expect::value(attention::from_values(shape, numbers(attention::product(shape), seed, size)));
}

}  // namespace kernel_tests
