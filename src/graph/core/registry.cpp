// The operations by name.
#include <algorithm>
#include <array>

#include "graph/ops/all.hpp"

namespace graph {
namespace {

using Making = const Operation& (*)();

constexpr auto makers = std::to_array<Making>({
    abs_operation,
    add_operation,
    add_positions_operation,
    additive_scores_operation,
    alibi_bias_operation,
    alibi_slopes_operation,
    argmax_operation,
    argsort_operation,
    causal_mask_operation,
    concat_operation,
    convolution_operation,
    correlation_operation,
    cosine_scores_operation,
    count_numbers_operation,
    cumulative_sum_operation,
    divide_operation,
    dropout_operation,
    embedding_operation,
    exp_operation,
    eye_operation,
    fold_heads_operation,
    full_operation,
    gelu_operation,
    histogram_operation,
    layer_norm_operation,
    linear_operation,
    log_operation,
    mask_operation,
    matmul_operation,
    max_operation,
    max_abs_difference_operation,
    mean_operation,
    mean_so_far_operation,
    merge_heads_operation,
    min_operation,
    multihead_attention_operation,
    multiply_operation,
    negate_operation,
    norm_operation,
    one_hot_operation,
    ones_operation,
    padding_mask_operation,
    patches_operation,
    permute_operation,
    relu_operation,
    reorder_operation,
    reshape_operation,
    rotary_operation,
    round_operation,
    scale_operation,
    scaled_dot_product_attention_operation,
    select_operation,
    sinusoidal_positions_operation,
    slice_operation,
    sliding_window_mask_operation,
    softcap_operation,
    softmax_operation,
    split_heads_operation,
    sqrt_operation,
    square_operation,
    stack_operation,
    std_operation,
    subtract_operation,
    sum_operation,
    tanh_operation,
    temperature_operation,
    tokenize_words_operation,
    transpose_operation,
    tril_operation,
    unfold_heads_operation,
    unpatch_operation,
    vocabulary_operation,
    weighted_sum_operation,
    weighted_values_operation,
});

}  // namespace

std::vector<const Operation*> all_operations() {
  std::vector<const Operation*> all;
  for (const Making make : makers) all.push_back(&make());
  std::ranges::sort(all, {}, [](const Operation* operation) { return operation->name(); });
  return all;
}

const Operation* find_operation(std::string_view name) {
  for (const Making make : makers)
    if (make().name() == name) return &make();
  return nullptr;
}

}  // namespace graph
