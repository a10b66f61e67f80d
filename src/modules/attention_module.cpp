// The kernels as the headless module exports them: each reads its arguments in the order of web/modules/attention.mjs,
// calls the core's function of the same name and adds the results. Arguments are checked only in the core. Calls
// without intermediate results run on the fast kernels.
#include <utility>

#include "attention/attention.hpp"
#include "attention/kernels/kernels.hpp"
#include "modules/call.hpp"
#include "modules/generator_state.hpp"

namespace modules {
namespace {

using attention::Scores;

// The arguments common to both ways of calling attention, in this order.
struct ScaledDotProduct {
  TensorView query, key, value;
  attention::AttentionOptions options;
  std::optional<attention::Generator> generator;

  explicit ScaledDotProduct(Arguments& in) : query(in.tensor()), key(in.tensor()), value(in.tensor()) {
    options.attn_mask = in.mask();
    options.is_causal = in.flag();
    options.scale = in.maybe_float();
    options.enable_gqa = in.flag();
    options.dropout_p = in.number();
    generator = maybe_generator(in);
    if (generator) options.generator = &*generator;
    options.softcap = static_cast<float>(in.number());
    options.past_key = in.maybe_tensor();
    options.past_value = in.maybe_tensor();
    if (in.flag()) options.key_lengths = in.sizes();
    options.q_num_heads = in.size();
    options.kv_num_heads = in.size();
    options.need_weights = in.flag();
    options.need_scores = static_cast<Scores>(in.size());
  }
  ScaledDotProduct(const ScaledDotProduct&) = delete;  // options point at the generator
  ScaledDotProduct& operator=(const ScaledDotProduct&) = delete;
};

Result<void> scaled_dot_product(Arguments& in, Answer& out) {
  const ScaledDotProduct call(in);
  auto result = attention::scaled_dot_product_attention(call.query, call.key, call.value, call.options);
  if (!result) return std::unexpected(std::move(result).error());
  out.add(std::move(result->output));
  out.add(std::move(result->weights));
  out.add(std::move(result->scores));
  out.add(std::move(result->present_key));
  out.add(std::move(result->present_value));
  if (call.generator) add_generator(out, *call.generator);
  return {};
}

// One thread's share of it: whether it can be divided, then the rows of this share.
Result<void> scaled_dot_product_share(Arguments& in, Answer& out) {
  const ScaledDotProduct call(in);
  const std::size_t index = in.size(), count = in.size();
  const bool only_output =
      !call.options.need_weights && call.options.need_scores == Scores::none && call.options.dropout_p == 0.0;
  auto part = only_output
                  ? attention::fast::attend_share(call.query, call.key, call.value, call.options, {index, count})
                  : std::nullopt;
  out.add(part ? 1.0 : 0.0);
  if (!part) return {};
  out.add(static_cast<double>(part->shape.size()));
  for (const std::size_t length : part->shape) out.add(static_cast<double>(length));
  out.add(static_cast<double>(part->first));
  out.add(std::move(part->rows));
  return {};
}

Result<void> scaled_dot_product_backward(Arguments& in, Answer& out) {
  const TensorView grad_output = in.tensor(), query = in.tensor(), key = in.tensor(), value = in.tensor();
  attention::AttentionBackwardOptions options;
  options.attn_mask = in.mask();
  options.is_causal = in.flag();
  options.scale = in.maybe_float();
  options.enable_gqa = in.flag();
  auto result = attention::scaled_dot_product_attention_backward(grad_output, query, key, value, std::move(options));
  if (!result) return std::unexpected(std::move(result).error());
  out.add(std::move(result->query));
  out.add(std::move(result->key));
  out.add(std::move(result->value));
  return {};
}

Result<void> multi_head(Arguments& in, Answer& out) {
  const TensorView query = in.tensor(), key = in.tensor(), value = in.tensor();
  // The width of the module is that of its queries; the core checks every parameter against it. Read in this order.
  const attention::MultiheadView parameters{
      .embed_dim = query.dimension() == 0 ? 0 : query.shape().back(),
      .num_heads = in.size(),
      .in_proj_weight = in.maybe_tensor(),
      .q_proj_weight = in.maybe_tensor(),
      .k_proj_weight = in.maybe_tensor(),
      .v_proj_weight = in.maybe_tensor(),
      .in_proj_bias = in.maybe_tensor(),
      .out_proj_weight = in.tensor(),
      .out_proj_bias = in.maybe_tensor(),
      .bias_k = in.maybe_tensor(),
      .bias_v = in.maybe_tensor(),
      .add_zero_attn = in.flag(),
  };
  attention::MultiheadOptions options;
  options.attn_mask = in.mask();
  options.key_padding_mask = in.mask();
  options.is_causal = in.flag();
  options.need_weights = in.flag();
  options.average_attn_weights = in.flag();
  options.batch_first = in.flag();
  options.scale = in.maybe_float();
  options.dropout_p = in.number();
  std::optional<attention::Generator> generator = maybe_generator(in);
  if (generator) options.generator = &*generator;

  auto result = attention::multihead_attention(query, key, value, parameters, options);
  if (!result) return std::unexpected(std::move(result).error());
  out.add(std::move(result->output));
  out.add(std::move(result->weights));
  if (generator) add_generator(out, *generator);
  return {};
}

Result<void> additive(Arguments& in, Answer& out) {
  const Tensor query = in.tensor(), key = in.tensor(), value = in.tensor();
  const Tensor query_weight = in.tensor(), key_weight = in.tensor(), score_vector = in.tensor();
  const attention::Mask mask = in.mask();
  auto result = attention::additive_attention(query, key, value, query_weight, key_weight, score_vector, mask);
  if (!result) return std::unexpected(std::move(result).error());
  out.add(std::move(result->output));
  out.add(std::move(result->weights));
  out.add(std::move(result->scores));
  return {};
}

Result<void> softmax(Arguments& in, Answer& out) {
  const TensorView x = in.tensor();
  const int axis = static_cast<int>(in.number());
  attention::SoftmaxOptions options;
  options.temperature = static_cast<float>(in.number());
  options.empty_row = static_cast<attention::EmptyRow>(in.size());
  return add_result(out, attention::fast::softmax(x, axis, options));
}

Result<void> matmul(Arguments& in, Answer& out) {
  const TensorView a = in.tensor(), b = in.tensor();
  return add_result(out, attention::fast::matmul(a, b));
}

// One thread's share of a projection.
Result<void> linear(Arguments& in, Answer& out) {
  const TensorView x = in.tensor(), weight = in.tensor();
  return add_result(out, attention::fast::linear(x, weight, in.maybe_tensor()));
}

Result<void> sinusoidal(Arguments& in, Answer& out) {
  const std::size_t tokens = in.size(), dim = in.size();
  const double base = in.number();
  return add_result(out, attention::sinusoidal(tokens, dim, base, in.size()));
}

Result<void> rotary(Arguments& in, Answer& out) {
  const Tensor x = in.tensor();
  attention::RotaryOptions options;
  options.base = in.number();
  options.offset = in.size();
  options.interleaved = in.flag();
  return add_result(out, attention::rotary(x, options));
}

Result<void> alibi_slopes(Arguments& in, Answer& out) { return add_result(out, attention::alibi_slopes(in.size())); }

}  // namespace

MODULE_EXPORT("scaled_dot_product_attention") const double* call_scaled_dot_product(const double* words) {
  return answer(words, scaled_dot_product);
}
MODULE_EXPORT("scaled_dot_product_share") const double* call_scaled_dot_product_share(const double* words) {
  return answer(words, scaled_dot_product_share);
}
MODULE_EXPORT("scaled_dot_product_attention_backward")
const double* call_scaled_dot_product_backward(const double* words) {
  return answer(words, scaled_dot_product_backward);
}
MODULE_EXPORT("multihead_attention") const double* call_multi_head(const double* words) {
  return answer(words, multi_head);
}
MODULE_EXPORT("additive_attention") const double* call_additive(const double* words) { return answer(words, additive); }
MODULE_EXPORT("softmax") const double* call_softmax(const double* words) { return answer(words, softmax); }
MODULE_EXPORT("variant") const double* call_variant(const double* words) {
  return answer(words, [](Arguments&, Answer& out) -> Result<void> {
    out.add(std::string_view(attention::kernels::best().name));
    return {};
  });
}
MODULE_EXPORT("matmul") const double* call_matmul(const double* words) { return answer(words, matmul); }
MODULE_EXPORT("linear") const double* call_linear_share(const double* words) { return answer(words, linear); }
MODULE_EXPORT("sinusoidal") const double* call_sinusoidal(const double* words) { return answer(words, sinusoidal); }
MODULE_EXPORT("rotary") const double* call_rotary(const double* words) { return answer(words, rotary); }
MODULE_EXPORT("alibi_slopes") const double* call_alibi_slopes(const double* words) {
  return answer(words, alibi_slopes);
}

}  // namespace modules
