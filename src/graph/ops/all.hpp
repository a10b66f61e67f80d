// Every operation, one function each. A new operation is a new file in graph/ops, a line here, one in
// graph/registry.cpp and one in CMakeLists.txt.
#pragma once

#include "graph/operation.hpp"

namespace graph {

const Operation& abs_operation();
const Operation& add_operation();
const Operation& additive_scores_operation();
const Operation& causal_mask_operation();
const Operation& cosine_scores_operation();
const Operation& divide_operation();
const Operation& exp_operation();
const Operation& gelu_operation();
const Operation& log_operation();
const Operation& mask_operation();
const Operation& matmul_operation();
const Operation& max_operation();
const Operation& mean_operation();
const Operation& mean_so_far_operation();
const Operation& min_operation();
const Operation& multiply_operation();
const Operation& negate_operation();
const Operation& padding_mask_operation();
const Operation& relu_operation();
const Operation& round_operation();
const Operation& scale_operation();
const Operation& select_operation();
const Operation& slice_operation();
const Operation& sliding_window_mask_operation();
const Operation& softmax_operation();
const Operation& sqrt_operation();
const Operation& square_operation();
const Operation& subtract_operation();
const Operation& sum_operation();
const Operation& tanh_operation();
const Operation& temperature_operation();
const Operation& transpose_operation();
const Operation& weighted_sum_operation();
const Operation& weighted_values_operation();

}  // namespace graph
