// Every operation, one function each. A new operation is a new file in graph/ops, a line here, one in
// graph/registry.cpp and one in CMakeLists.txt.
#pragma once

#include "graph/core/operation.hpp"

namespace graph {

const Operation& abs_operation();
const Operation& add_operation();
const Operation& add_positions_operation();
const Operation& additive_scores_operation();
const Operation& alibi_bias_operation();
const Operation& alibi_slopes_operation();
const Operation& argmax_operation();
const Operation& argsort_operation();
const Operation& causal_mask_operation();
const Operation& concat_operation();
const Operation& convolution_operation();
const Operation& correlation_operation();
const Operation& cosine_scores_operation();
const Operation& count_numbers_operation();
const Operation& cumulative_sum_operation();
const Operation& divide_operation();
const Operation& dropout_operation();
const Operation& embedding_operation();
const Operation& exp_operation();
const Operation& eye_operation();
const Operation& fold_heads_operation();
const Operation& full_operation();
const Operation& gelu_operation();
const Operation& histogram_operation();
const Operation& layer_norm_operation();
const Operation& linear_operation();
const Operation& log_operation();
const Operation& mask_operation();
const Operation& matmul_operation();
const Operation& max_operation();
const Operation& max_abs_difference_operation();
const Operation& mean_operation();
const Operation& mean_so_far_operation();
const Operation& merge_heads_operation();
const Operation& min_operation();
const Operation& multihead_attention_operation();
const Operation& multiply_operation();
const Operation& negate_operation();
const Operation& norm_operation();
const Operation& one_hot_operation();
const Operation& ones_operation();
const Operation& padding_mask_operation();
const Operation& patches_operation();
const Operation& permute_operation();
const Operation& relu_operation();
const Operation& reorder_operation();
const Operation& reshape_operation();
const Operation& rotary_operation();
const Operation& round_operation();
const Operation& scale_operation();
const Operation& scaled_dot_product_attention_operation();
const Operation& select_operation();
const Operation& sinusoidal_positions_operation();
const Operation& slice_operation();
const Operation& sliding_window_mask_operation();
const Operation& softcap_operation();
const Operation& softmax_operation();
const Operation& split_heads_operation();
const Operation& sqrt_operation();
const Operation& square_operation();
const Operation& stack_operation();
const Operation& std_operation();
const Operation& subtract_operation();
const Operation& sum_operation();
const Operation& tanh_operation();
const Operation& temperature_operation();
const Operation& tokenize_words_operation();
const Operation& transpose_operation();
const Operation& tril_operation();
const Operation& unfold_heads_operation();
const Operation& unpatch_operation();
const Operation& vocabulary_operation();
const Operation& weighted_sum_operation();
const Operation& weighted_values_operation();

}  // namespace graph
