// Checks and rearranges the inputs of scaled_dot_product_attention, and applies all its masks.
#include "attention/attention_inputs.hpp"

#include <cmath>
#include <utility>

#include "attention/heads.hpp"
#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

// (B, T, H·D) inputs become (B, H, T, D).
Result<void> split_inputs(AttentionInputs& in, const AttentionOptions& options) {
  const struct {
    Tensor* tensor;
    std::size_t heads;
    const char* name;
  } inputs[] = {{&in.query, options.q_num_heads, "query"},
                {&in.key, options.kv_num_heads, "key"},
                {&in.value, options.kv_num_heads, "value"}};
  for (const auto& input : inputs) {
    if (auto ok = check_rank(*input.tensor, 3, input.name, "(B, T, H·D), as head counts are given"); !ok) return ok;
    Result<Tensor> split = split_heads(*input.tensor, input.heads);
    if (!split) return fail(split.error().code, input.name, {input.name, ": ", split.error().message});
    *input.tensor = std::move(*split);
  }
  return {};
}

// The cached tokens come before the new ones.
Result<void> join_past(Tensor& now, const std::optional<Tensor>& past, const char* name) {
  if (!past) return {};
  if (auto ok = check_finite(*past, name); !ok) return ok;
  Result<Tensor> joined = attention::concat({*past, now}, -2);
  if (!joined) {
    return fail("shape", name,
                {name, " ", describe(*past), " must agree with what follows it, ", describe(now),
                 ", in all axes but the tokens (axis -2)."});
  }
  now = std::move(*joined);
  return {};
}

// Each key/value head serves a group of neighbouring query heads.
Result<void> share_heads(AttentionInputs& in) {
  if (in.query.dimension() < 3 || in.key.dimension() < 3 || in.value.dimension() < 3) {
    return fail("rank", "query", "Heads are axis -3: with enable_gqa, query, key and value need at least 3 axes.");
  }
  const std::size_t heads = in.query.shape()[in.query.dimension() - 3];
  for (Tensor* shared : {&in.key, &in.value}) {
    const std::size_t own = shared->shape()[shared->dimension() - 3];
    if (own == 0 || heads % own != 0) {
      return fail(
          "heads", "query, axis -3",
          {"With enable_gqa the ", heads, " query heads must be a multiple of the ", own, " key and value heads."});
    }
    Result<Tensor> repeated = attention::repeat_interleave(*shared, heads / own, -3);
    if (!repeated) return std::unexpected(repeated.error());
    *shared = std::move(*repeated);
  }
  return {};
}

// A mask that ends before the last key blocks all keys beyond its end, as in ONNX; a length of 1 is broadcast, as in
// PyTorch.
Mask reaching(const Mask& mask, const Shape& scores) {
  if (std::holds_alternative<std::monostate>(mask)) return mask;
  const BoolTensor* may = std::get_if<BoolTensor>(&mask);
  const Shape own = may ? shape_of(*may) : shape_of(std::get<Tensor>(mask));
  const std::size_t keys = scores.back();
  if (own.empty() || own.back() == 1 || own.back() >= keys) return mask;
  Shape whole = own, missing = own;
  whole.back() = keys;
  missing.back() = keys - own.back();
  const Result<Shape> together = broadcast_shape(scores, whole, "scores", "mask");
  if (!together || *together != scores) return mask;  // otherwise wrong, too: reported with its actual shape
  const Tensor added = may ? to_additive(*may) : std::get<Tensor>(mask);
  return *attention::concat({added, filled(missing, minus_infinity)}, -1);
}

// Only the first lengths[b] keys of batch entry b count: (B, 1, …, 1, T_k) for scores of the given shape.
Result<BoolTensor> within_lengths(const Shape& scores, const std::vector<std::size_t>& lengths) {
  const std::size_t batch = scores.size() > 2 ? scores[0] : 1, keys = scores.back();
  if (lengths.size() != batch) {
    return fail("shape", "key_lengths", {"key_lengths has ", lengths.size(), " entries for a batch of ", batch, "."});
  }
  Result<BoolTensor> valid = padding_mask(lengths, keys);
  if (!valid) return fail(valid.error().code, "key_" + valid.error().path, valid.error().message);
  Shape wide(scores.size(), 1);
  if (wide.size() > 2) wide[0] = batch;
  wide.back() = keys;
  valid->reshape(wide);
  return valid;
}

Result<void> check_inputs(const AttentionInputs& in) {
  if (auto ok = check_min_rank(in.query, 2, "query", "(…, T_q, D)"); !ok) return ok;
  if (auto ok = check_min_rank(in.key, 2, "key", "(…, T_k, D)"); !ok) return ok;
  if (auto ok = check_min_rank(in.value, 2, "value", "(…, T_k, D_v)"); !ok) return ok;
  if (auto ok = check_finite(in.value, "value"); !ok) return ok;
  return {};
}

Result<void> check_tokens(const AttentionInputs& in) {
  const std::size_t keys = in.key.shape()[in.key.dimension() - 2];
  const std::size_t values = in.value.shape()[in.value.dimension() - 2];
  if (keys == values) return {};
  return fail("shape", "value, axis -2",
              {"Each key needs its value: key ", describe(in.key), " has ", keys, " tokens, value ", describe(in.value),
               " has ", values, "."});
}

}  // namespace

Result<void> check_options(const AttentionOptions& options) {
  if (options.past_key.has_value() != options.past_value.has_value()) {
    return fail("shape", "past_key, past_value", "Give past_key and past_value together, or neither.");
  }
  if (!(options.softcap >= 0.0f) || !std::isfinite(options.softcap)) {
    return fail("range", "softcap", "softcap must be 0 (off) or a finite number above it.");
  }
  const bool probability = options.dropout_p >= 0.0 && options.dropout_p <= 1.0;
  if (!probability) {
    return fail("range", "dropout_p", "dropout_p is a probability: it must lie between 0 and 1.");
  }
  if (options.dropout_p > 0.0 && options.generator == nullptr) {
    return fail("range", "generator", "Dropout draws at random: give a seeded generator with it.");
  }
  if ((options.q_num_heads == 0) != (options.kv_num_heads == 0)) {
    return fail("heads", "q_num_heads, kv_num_heads", "Give both head counts, or neither.");
  }
  return {};
}

Result<AttentionInputs> prepare_inputs(const TensorView& query, const TensorView& key, const TensorView& value,
                                       const AttentionOptions& options) {
  AttentionInputs in{Tensor(query), Tensor(key), Tensor(value), {}, {}};
  if (auto ok = check_inputs(in); !ok) return std::unexpected(ok.error());
  const bool side_by_side = options.q_num_heads > 0;
  if (side_by_side) {
    if (auto ok = split_inputs(in, options); !ok) return std::unexpected(ok.error());
  }
  if (auto ok = join_past(in.key, options.past_key, "past_key"); !ok) return std::unexpected(ok.error());
  if (auto ok = join_past(in.value, options.past_value, "past_value"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_tokens(in); !ok) return std::unexpected(ok.error());
  if (options.past_key) {
    in.present_key = in.key;
    in.present_value = in.value;
  }
  if (options.enable_gqa || side_by_side) {
    if (auto ok = share_heads(in); !ok) return std::unexpected(ok.error());
  }
  return in;
}

Result<void> check_attn_mask(const Mask& mask, const Shape& scores) {
  Result<void> ok = check_mask(reaching(mask, scores), scores);
  if (!ok) return fail(ok.error().code, "attn_" + ok.error().path, ok.error().message);
  return ok;
}

Result<Tensor> masked_scores(const Tensor& scores, const AttentionOptions& options) {
  const Shape shape = shape_of(scores);
  Result<Tensor> masked = apply_mask(scores, reaching(options.attn_mask, shape));
  if (!masked) return fail(masked.error().code, "attn_" + masked.error().path, masked.error().message);
  if (options.is_causal) {
    const std::size_t past = options.past_key ? options.past_key->shape()[options.past_key->dimension() - 2] : 0;
    const Result<BoolTensor> causal =
        causal_mask(shape[shape.size() - 2], shape.back(), static_cast<std::ptrdiff_t>(past));  // (T_q, T_k)
    if (!causal) return std::unexpected(causal.error());
    masked = attention::where(*causal, *masked, scalar(minus_infinity));
  }
  if (options.key_lengths) {
    const Result<BoolTensor> valid = within_lengths(shape, *options.key_lengths);
    if (!valid) return std::unexpected(valid.error());
    masked = attention::where(*valid, *masked, scalar(minus_infinity));  // (B, 1, …, 1, T_k)
  }
  return masked;
}

}  // namespace attention
