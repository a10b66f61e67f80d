// See multihead_checks.hpp.
#include "attention/multihead_checks.hpp"

#include "attention/scores.hpp"
#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

Result<void> check_parameters(const MultiheadView& p) {
  if (p.num_heads == 0 || p.embed_dim % p.num_heads != 0) {
    return fail("heads", "num_heads",
                {"embed_dim ", p.embed_dim, " can't be shared evenly by ", p.num_heads,
                 " heads: it must be a multiple of num_heads."});
  }
  const std::size_t e = p.embed_dim;
  if (p.in_proj_weight) {
    if (p.q_proj_weight || p.k_proj_weight || p.v_proj_weight) {
      return fail("shape", "in_proj_weight", "Give in_proj_weight or the q, k and v weights, not both.");
    }
    if (auto ok = check_shape(*p.in_proj_weight, {3 * e, e}, "in_proj_weight", "(3·embed_dim, embed_dim)"); !ok) {
      return ok;
    }
  } else {
    if (!p.q_proj_weight || !p.k_proj_weight || !p.v_proj_weight) {
      return fail("shape", "in_proj_weight", "Give in_proj_weight, or q_proj_weight, k_proj_weight and v_proj_weight.");
    }
    const struct {
      const TensorView* weight;
      const char* name;
    } weights[] = {{&*p.q_proj_weight, "q_proj_weight"},
                   {&*p.k_proj_weight, "k_proj_weight"},
                   {&*p.v_proj_weight, "v_proj_weight"}};
    for (const auto& [weight, name] : weights) {
      if (auto ok = check_rank(*weight, 2, name, "(embed_dim, in)"); !ok) return ok;
      if (auto ok = check_shape(*weight, {e, weight->shape()[1]}, name, "(embed_dim, in)"); !ok) return ok;
    }
  }
  if (p.in_proj_bias) {
    if (auto ok = check_shape(*p.in_proj_bias, {3 * e}, "in_proj_bias", "(3·embed_dim)"); !ok) return ok;
  }
  if (p.bias_k.has_value() != p.bias_v.has_value()) {
    return fail("shape", "bias_k, bias_v", "Give bias_k and bias_v together, or neither.");
  }
  for (const std::optional<TensorView>* extra : {&p.bias_k, &p.bias_v}) {
    if (*extra && (*extra)->size() != e) {
      return fail(
          "shape", extra == &p.bias_k ? "bias_k" : "bias_v",
          {"The extra key and value need ", e, " numbers each, one for each feature, not ", (*extra)->size(), "."});
    }
  }
  return check_shape(p.out_proj_weight, {e, e}, "out_proj_weight", "(embed_dim, embed_dim)");
}

namespace {

// A mask of this class (true = blocked) as numbers to add.
std::optional<Tensor> additive(const Mask& mask) {
  if (const BoolTensor* blocked = std::get_if<BoolTensor>(&mask))
    return attention::where(*blocked, scalar(minus_infinity), scalar(0.0f));
  if (const Tensor* added = std::get_if<Tensor>(&mask)) return *added;
  return std::nullopt;
}

std::unexpected<Error> wrong_mask(const char* name, const Tensor& mask, const std::string& wanted) {
  return fail("mask", name, {name, " must have the shape ", wanted, ", but has ", describe(mask), "."});
}

}  // namespace

Result<Tensor> joined_mask(const Shape& scores, std::size_t extra, const MultiheadOptions& options) {
  const std::size_t batch = scores[0], heads = scores[1], queries = scores[2], keys = scores[3] - extra;
  Result<Tensor> joined = make_zeros({1, 1, queries, keys}, "attn_mask");
  if (!joined) return joined;
  if (const std::optional<Tensor> mask = additive(options.attn_mask)) {
    const std::vector<long long> four = {static_cast<long long>(batch), static_cast<long long>(heads),
                                         static_cast<long long>(queries), static_cast<long long>(keys)};
    const bool per_head = shape_of(*mask) == Shape{batch * heads, queries, keys};
    if (!per_head && shape_of(*mask) != Shape{queries, keys}) {
      return wrong_mask("attn_mask", *mask,
                        attention::joined({describe(Shape{queries, keys}), " (T_q, T_k) or ",
                                           describe(Shape{batch * heads, queries, keys}), " (B·heads, T_q, T_k)"}));
    }
    if (auto ok = check_scores(*mask, "attn_mask"); !ok) return std::unexpected(ok.error());
    joined = attention::add(*joined, per_head ? *attention::reshape(*mask, four) : *mask);
  }
  if (const std::optional<Tensor> mask = additive(options.key_padding_mask)) {
    const bool unbatched = batch == 1 && shape_of(*mask) == Shape{keys};
    if (!unbatched && shape_of(*mask) != Shape{batch, keys}) {
      return wrong_mask("key_padding_mask", *mask, describe(Shape{batch, keys}) + " (B, T_k)");
    }
    if (auto ok = check_scores(*mask, "key_padding_mask"); !ok) return std::unexpected(ok.error());
    joined = attention::add(
        *joined, *attention::reshape(*mask, {static_cast<long long>(batch), 1, 1, static_cast<long long>(keys)}));
  }
  if (options.is_causal) joined = attention::add(*joined, to_additive(*causal_mask(queries, keys)));
  if (extra > 0) {
    Shape unmasked = shape_of(*joined);
    unmasked.back() = extra;
    joined = attention::concat({*joined, filled(unmasked, 0.0f)}, -1);
  }
  return joined;
}

}  // namespace attention
