// torch.nn.MultiheadAttention: project, split into heads, attend, join, project.
#include "attention/multihead_attention.hpp"

#include "attention/fast/fast.hpp"
#include "attention/heads.hpp"
#include "attention/multihead_checks.hpp"
#include "attention/random/generator.hpp"
#include "attention/random/initialisers.hpp"
#include "attention/scaled_dot_product_attention.hpp"
#include "attention/tensor/map.hpp"
#include "attention/tensor/matmul.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

struct Projected {
  Tensor query, key, value;  // (B, T, E)
};

using Linear = Result<Tensor> (*)(const TensorView& x, const TensorView& weight, const std::optional<TensorView>& bias);

Result<Tensor> plain_linear(const TensorView& x, const TensorView& weight, const std::optional<TensorView>& bias) {
  return linear(Tensor(x), Tensor(weight), bias ? std::optional<Tensor>(*bias) : std::nullopt);
}

// One of the three input projections: part 0 query, 1 key, 2 value. in_proj stacks them, so each is a view of some of
// its rows.
Result<Tensor> project(const TensorView& x, const MultiheadView& p, int part, const char* name, Linear by) {
  const std::size_t e = p.embed_dim, first = static_cast<std::size_t>(part) * e;
  const std::optional<TensorView>* own[] = {&p.q_proj_weight, &p.k_proj_weight, &p.v_proj_weight};
  const TensorView weight = p.in_proj_weight ? TensorView(p.in_proj_weight->data() + first * e, {e, e}) : **own[part];
  std::optional<TensorView> bias;
  if (p.in_proj_bias) bias.emplace(p.in_proj_bias->data() + first, Shape{e});
  Result<Tensor> projected = by(x, weight, bias);
  if (!projected) return fail(projected.error().code, name, {name, ": ", projected.error().message});
  return projected;
}

Result<void> add_extra_tokens(Projected& in, const MultiheadView& p) {
  const Shape one{1, 1, p.embed_dim};
  // One more token (1, 1, E) at the end of every sequence: (B, T, E) → (B, T + 1, E).
  const auto append = [](Tensor& x, const Tensor& token) -> Result<void> {
    const Result<Tensor> tokens = attention::repeat_interleave(token, x.shape()[0], 0);
    if (!tokens) return std::unexpected(tokens.error());
    Result<Tensor> longer = attention::concat({x, *tokens}, 1);
    if (!longer) return std::unexpected(longer.error());
    x = *std::move(longer);
    return {};
  };
  if (p.bias_k) {
    if (auto ok = append(in.key, Tensor(TensorView(p.bias_k->data(), one))); !ok) return ok;
    if (auto ok = append(in.value, Tensor(TensorView(p.bias_v->data(), one))); !ok) return ok;
  }
  if (p.add_zero_attn) {
    if (auto ok = append(in.key, filled(one, 0.0f)); !ok) return ok;
    if (auto ok = append(in.value, filled(one, 0.0f)); !ok) return ok;
  }
  return {};
}

// Batch first, with a batch: (T, B, E) and (T, E) become (B, T, E). A view of x, or of `turned`, which holds a
// transposed copy if needed.
Result<TensorView> arranged(const TensorView& x, bool batch_first, const char* name, Tensor& turned) {
  if (x.dimension() == 2) return TensorView(x.data(), {1, x.shape()[0], x.shape()[1]});
  if (auto ok = check_rank(x, 3, name, "(B, T, E), or 2 without batch"); !ok) return std::unexpected(ok.error());
  if (batch_first) return x;
  turned = *attention::transpose(Tensor(x), 0, 1);
  return turned;
}

Result<Projected> prepare(const TensorView& query, const TensorView& key, const TensorView& value,
                          const MultiheadView& p, bool batch_first, Linear by) {
  if (query.dimension() != key.dimension() || query.dimension() != value.dimension()) {
    return fail("rank", "query, key, value",
                {"query ", describe(query), ", key ", describe(key), " and value ", describe(value),
                 " must all have a batch axis, or all have none."});
  }
  Tensor parts[3];
  const TensorView* inputs[] = {&query, &key, &value};
  const char* names[] = {"query", "key", "value"};
  for (int part = 0; part < 3; ++part) {
    Tensor turned;
    const Result<TensorView> in = arranged(*inputs[part], batch_first, names[part], turned);
    if (!in) return std::unexpected(in.error());
    const bool again = part > 0 && inputs[part]->data() == inputs[part - 1]->data() &&
                       inputs[part]->size() == inputs[part - 1]->size();
    if (auto ok = again ? Result<void>() : check_finite(*inputs[part], names[part]); !ok)
      return std::unexpected(ok.error());
    Result<Tensor> projected = project(*in, p, part, names[part], by);
    if (!projected) return std::unexpected(projected.error());
    parts[part] = std::move(*projected);
  }
  for (int part = 1; part < 3; ++part) {
    if (parts[part].shape()[0] == parts[0].shape()[0]) continue;
    return fail("shape", names[part],
                {"query is a batch of ", parts[0].shape()[0], ", ", names[part], " of ", parts[part].shape()[0],
                 ". They must be equal."});
  }
  return Projected{std::move(parts[0]), std::move(parts[1]), std::move(parts[2])};
}

}  // namespace

Result<MultiheadResult> multihead_attention(const TensorView& query, const TensorView& key, const TensorView& value,
                                            const MultiheadAttention& p, const MultiheadOptions& options) {
  return multihead_attention(
      query, key, value,
      MultiheadView{p.embed_dim, p.num_heads, p.in_proj_weight, p.q_proj_weight, p.k_proj_weight, p.v_proj_weight,
                    p.in_proj_bias, p.out_proj_weight, p.out_proj_bias, p.bias_k, p.bias_v, p.add_zero_attn},
      options);
}

Result<MultiheadResult> multihead_attention(const TensorView& query, const TensorView& key, const TensorView& value,
                                            const MultiheadView& parameters, const MultiheadOptions& options) {
  if (auto ok = check_parameters(parameters); !ok) return std::unexpected(ok.error());
  const bool fast = !options.need_weights && !options.plain && options.dropout_p == 0.0;
  const Linear by = fast ? fast::linear : plain_linear;
  Result<Projected> in = prepare(query, key, value, parameters, options.batch_first, by);
  if (!in) return std::unexpected(in.error());
  const std::size_t own_keys = in->key.shape()[1];
  if (auto ok = add_extra_tokens(*in, parameters); !ok) return std::unexpected(ok.error());
  const std::size_t keys = in->key.shape()[1];

  AttentionOptions inner;
  inner.scale = options.scale;
  inner.dropout_p = options.dropout_p;
  inner.generator = options.generator;
  inner.need_weights = options.need_weights;
  inner.plain = !fast;
  const bool masked = !std::holds_alternative<std::monostate>(options.attn_mask) ||
                      !std::holds_alternative<std::monostate>(options.key_padding_mask);
  if (fast && !masked && keys == own_keys) {
    inner.is_causal = options.is_causal;  // no mask of T × T cells is built
  } else {
    const Shape scores{in->query.shape()[0], parameters.num_heads, in->query.shape()[1], keys};
    Result<Tensor> mask = joined_mask(scores, keys - own_keys, options);
    if (!mask) return std::unexpected(mask.error());
    inner.attn_mask = *std::move(mask);
  }
  inner.q_num_heads = inner.kv_num_heads = parameters.num_heads;
  Result<AttentionResult> attended = scaled_dot_product_attention(in->query, in->key, in->value, inner);
  if (!attended) return std::unexpected(attended.error());

  Result<Tensor> output = by(attended->output, parameters.out_proj_weight, parameters.out_proj_bias);
  if (!output) return fail(output.error().code, "out_proj_" + output.error().path, output.error().message);
  MultiheadResult result;
  const bool batched = query.dimension() == 3;
  result.output = !batched              ? *attention::select(*output, 0, 0)
                  : options.batch_first ? std::move(*output)
                                        : *attention::transpose(*output, 0, 1);
  if (options.need_weights) {
    Tensor weights =
        options.average_attn_weights ? *attention::mean(*attended->weights, 1) : std::move(*attended->weights);
    result.weights = batched ? std::move(weights) : *attention::select(weights, 0, 0);
  }
  return result;
}

Result<MultiheadAttention> init_multihead_attention(const MultiheadShape& shape, Generator& generator) {
  const std::size_t e = shape.embed_dim;
  if (shape.num_heads == 0 || e % shape.num_heads != 0) {
    return fail("heads", "num_heads",
                {"embed_dim ", e, " can't be shared evenly by ", shape.num_heads,
                 " heads: it must be a multiple of num_heads."});
  }
  MultiheadAttention p;
  p.embed_dim = e;
  p.num_heads = shape.num_heads;
  p.add_zero_attn = shape.add_zero_attn;
  Result<LinearParameters> out = init_linear(e, e, generator, shape.bias);
  if (!out) return std::unexpected(out.error());
  p.out_proj_weight = std::move(out->weight);
  const auto draw = [&generator](std::size_t rows, std::size_t columns, std::optional<Tensor>& into) -> Result<void> {
    Result<Tensor> weight = xavier_uniform({rows, columns}, generator);
    if (!weight) return std::unexpected(weight.error());
    into = std::move(*weight);
    return {};
  };
  Result<void> drawn;
  if (shape.kdim.value_or(e) == e && shape.vdim.value_or(e) == e) {
    drawn = draw(3 * e, e, p.in_proj_weight);
  } else {
    drawn = draw(e, e, p.q_proj_weight);
    if (drawn) drawn = draw(e, shape.kdim.value_or(e), p.k_proj_weight);
    if (drawn) drawn = draw(e, shape.vdim.value_or(e), p.v_proj_weight);
  }
  if (!drawn) return std::unexpected(drawn.error());
  if (shape.bias) {
    p.in_proj_bias = filled({3 * e}, 0.0f);
    p.out_proj_bias = filled({e}, 0.0f);
  }
  if (shape.add_bias_kv) {
    p.bias_k = *xavier_normal({1, 1, e}, generator);
    p.bias_v = *xavier_normal({1, 1, e}, generator);
  }
  return p;
}

Result<WideResult> wide_multihead_attention(const Tensor& x, const std::vector<WideHead>& heads,
                                            const Tensor& unify_weight, const std::optional<Tensor>& unify_bias,
                                            bool is_causal, std::optional<float> scale) {
  if (heads.empty()) return fail("heads", "heads", "Give at least one head.");
  WideResult result;
  for (std::size_t r = 0; r < heads.size(); ++r) {
    const std::string place = joined({"heads[", r, "]"});
    const Result<Tensor> q = linear(x, heads[r].query_weight);
    const Result<Tensor> k = linear(x, heads[r].key_weight);
    const Result<Tensor> v = linear(x, heads[r].value_weight);
    for (const Result<Tensor>* part : {&q, &k, &v}) {
      if (!*part) return fail(part->error().code, place, {place, ": ", part->error().message});
    }
    AttentionOptions options;
    options.is_causal = is_causal;
    options.scale = scale;
    options.need_weights = true;
    Result<AttentionResult> attended = scaled_dot_product_attention(*q, *k, *v, options);
    if (!attended) return fail(attended.error().code, place, {place, ": ", attended.error().message});
    result.weights.push_back(std::move(*attended->weights));
    result.head_outputs.push_back(std::move(attended->output));
  }
  const Result<Tensor> joined = attention::concat(result.head_outputs, -1);
  if (!joined) return std::unexpected(joined.error());
  Result<Tensor> output = linear(*joined, unify_weight, unify_bias);
  if (!output) return fail(output.error().code, "unify_" + output.error().path, output.error().message);
  result.output = std::move(*output);
  return result;
}

}  // namespace attention
