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
    additive_scores_operation,
    causal_mask_operation,
    cosine_scores_operation,
    divide_operation,
    exp_operation,
    gelu_operation,
    log_operation,
    mask_operation,
    matmul_operation,
    max_operation,
    mean_operation,
    mean_so_far_operation,
    min_operation,
    multiply_operation,
    negate_operation,
    padding_mask_operation,
    relu_operation,
    round_operation,
    scale_operation,
    select_operation,
    slice_operation,
    sliding_window_mask_operation,
    softmax_operation,
    sqrt_operation,
    square_operation,
    subtract_operation,
    sum_operation,
    tanh_operation,
    temperature_operation,
    transpose_operation,
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
