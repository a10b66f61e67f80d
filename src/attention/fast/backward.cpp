// See backward.hpp. Goes through the heads of a batch; each adds its gradients where its inputs lie.
#include "attention/fast/backward.hpp"

#include <cmath>
#include <utility>

#include "attention/attention_inputs.hpp"
#include "attention/fast/batch.hpp"
#include "attention/fast/scratch.hpp"
#include "attention/scores.hpp"

namespace attention {

namespace {

Shape output_shape(Shape batch, std::size_t queries, std::size_t value_width) {
  batch.insert(batch.end(), {queries, value_width});
  return batch;
}

// What is wrong with arguments that the kernels could not take, in the order of the forward's checks.
Error fault_of(const TensorView& grad_output, const TensorView& query, const TensorView& key, const TensorView& value,
               const AttentionOptions& options) {
  if (options.scale && !std::isfinite(*options.scale)) {
    return Error("range", "scale", "The scale must be a finite number.");
  }
  const Result<AttentionInputs> in = prepare_inputs(query, key, value, options);
  if (!in) return in.error();
  const Result<Shape> scores = scores_shape(in->query, in->key);
  if (!scores) return scores.error();
  if (auto ok = check_attn_mask(options.attn_mask, *scores); !ok) return ok.error();
  const Shape values = shape_of(in->value);
  const Result<Shape> batch =
      broadcast_shape(leading(*scores, 2), leading(values, 2), "the batch of query and key", "the batch of value");
  if (!batch) return batch.error();
  const Shape output = output_shape(*batch, (*scores)[scores->size() - 2], values.back());
  if (auto ok = check_shape(grad_output, output, "grad_output", "as the output has it"); !ok) return ok.error();
  if (auto ok = check_finite(grad_output, "grad_output"); !ok) return ok.error();
  return Error("overflow", "query, key, value, grad_output",
               "A score or a gradient is too large for float32. Make query, key, value, scale or grad_output smaller.");
}

// Adds the gradients of all heads; false if a kernel declines.
bool add_gradients(const fast::Batch& b, const AttentionOptions& options, const float* grad_output,
                   AttentionGradients& to) {
  const kernels::GradientKernels& fastest = kernels::best_gradients();
  const fast::FloatSpace space(fastest.attend_space(b.head));
  kernels::HeadGradient g;
  g.output = {grad_output, b.head.value_width};
  g.query_step = b.query.heads.token_step();
  g.key_step = b.key.heads.token_step();
  g.value_step = b.value.heads.token_step();
  for (std::size_t n = 0; n < b.query.places.size(); ++n) {
    g.query = to.query.data() + b.query.places[n];
    g.key = to.key.data() + b.key.places[n];
    g.value = to.value.data() + b.value.places[n];
    if (!fastest.attend(fast::head_at(b, options, n), g, space.begin())) return false;
    g.output.data += b.head.queries * b.head.value_width;
  }
  return true;
}

}  // namespace

Result<AttentionGradients> scaled_dot_product_attention_backward(const TensorView& grad_output, const TensorView& query,
                                                                 const TensorView& key, const TensorView& value,
                                                                 AttentionBackwardOptions options) {
  const AttentionOptions forward{.attn_mask = std::move(options.attn_mask),
                                 .is_causal = options.is_causal,
                                 .scale = options.scale,
                                 .enable_gqa = options.enable_gqa};
  const std::optional<fast::Batch> b = fast::arrange(query, key, value, forward);
  const bool fits = b && shape_of(grad_output) == output_shape(b->batch, b->head.queries, b->head.value_width);
  if (!fits) return std::unexpected(fault_of(grad_output, query, key, value, forward));
  AttentionGradients gradients;
  const std::pair<Tensor*, const TensorView*> all[] = {
      {&gradients.query, &query}, {&gradients.key, &key}, {&gradients.value, &value}};
  for (const auto& [gradient, input] : all) {
    Result<Tensor> none = make_zeros(shape_of(*input), "gradient");
    if (!none) return std::unexpected(std::move(none).error());
    *gradient = *std::move(none);
  }
  if (!add_gradients(*b, forward, grad_output.data(), gradients)) {
    return std::unexpected(fault_of(grad_output, query, key, value, forward));
  }
  return gradients;
}

}  // namespace attention
