// MultiheadAttention: narrow heads are single heads on slices, masks, extra keys, other widths, errors.
#include <cmath>

#include "attention/attention.hpp"
#include "support/expect.hpp"

using attention::BoolTensor;
using attention::Generator;
using attention::MultiheadAttention;
using attention::MultiheadOptions;
using attention::MultiheadResult;
using attention::Shape;
using attention::Tensor;
using expect::difference;
using expect::same;
using expect::tensor;
using expect::value;

namespace {

struct Module {
  Generator generator{321};
  MultiheadAttention p = value(attention::init_multihead_attention({.embed_dim = 6, .num_heads = 2}, generator));
  Tensor x = value(generator.randn({2, 4, 6})), y = value(generator.randn({2, 5, 6}));

  Module() {
    p.in_proj_bias = value(generator.randn({18}));
    p.out_proj_bias = value(generator.randn({6}));
  }
};

MultiheadResult attend(const Tensor& q, const Tensor& k, const MultiheadAttention& p, const MultiheadOptions& o = {}) {
  return value(attention::multihead_attention(q, k, k, p, o));
}

std::string error_of(const Tensor& q, const Tensor& k, const Tensor& v, const MultiheadAttention& p,
                     const MultiheadOptions& o = {}) {
  return expect::error(attention::multihead_attention(q, k, v, p, o));
}

BoolTensor bools(const Shape& shape, std::vector<std::uint8_t> values) {
  return value(attention::bool_from_values(shape, values));
}

}  // namespace

TEST_CASE_FIXTURE(Module, "narrow heads equal single heads on slices of the projections (cross-attention)") {
  std::vector<Tensor> outputs, weights;
  for (long long h = 0; h < 2; ++h) {
    std::vector<Tensor> parts;
    for (long long part = 0; part < 3; ++part) {
      const long long from = part * 6 + h * 3;
      parts.push_back(
          value(attention::linear(part == 0 ? x : y, value(attention::slice(*p.in_proj_weight, 0, from, from + 3)),
                                  value(attention::slice(*p.in_proj_bias, 0, from, from + 3)))));
    }
    const attention::AttentionResult head =
        value(attention::scaled_dot_product_attention(parts[0], parts[1], parts[2], {.need_weights = true}));
    outputs.push_back(head.output);
    weights.push_back(*head.weights);
  }
  const Tensor joined =
      value(attention::linear(value(attention::concat(outputs, -1)), p.out_proj_weight, p.out_proj_bias));
  const MultiheadResult averaged = attend(x, y, p);
  CHECK(same(averaged.output, joined) == "");
  CHECK(same(*averaged.weights, value(attention::mean(value(attention::stack(weights, 1)), 1))) == "");
  const MultiheadResult each = attend(x, y, p, {.average_attn_weights = false});
  CHECK(same(*each.weights, value(attention::stack(weights, 1))) == "");
  CHECK(!attend(x, y, p, {.need_weights = false}).weights);
}

TEST_CASE_FIXTURE(Module, "batch first, batch second, no batch: the same numbers") {
  const MultiheadResult first = attend(x, y, p);
  const Tensor tx = value(attention::transpose(x, 0, 1)), ty = value(attention::transpose(y, 0, 1));
  const MultiheadResult second = attend(tx, ty, p, {.batch_first = false});
  CHECK(same(value(attention::transpose(second.output, 0, 1)), first.output) == "");
  CHECK(same(*second.weights, *first.weights) == "");
  const MultiheadResult alone = attend(value(attention::select(x, 0, 1)), value(attention::select(y, 0, 1)), p);
  CHECK(same(alone.output, value(attention::select(first.output, 0, 1))) == "");
  CHECK(same(*alone.weights, value(attention::select(*first.weights, 0, 1))) == "");
}

TEST_CASE_FIXTURE(Module, "boolean masks: true is blocked here, as in PyTorch, and they agree with −∞ masks") {
  const BoolTensor padding = bools({2, 5}, {0, 0, 0, 1, 1, 0, 1, 0, 0, 0});
  const BoolTensor blocked = bools({4, 5}, {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const MultiheadResult masked = attend(x, y, p, {.attn_mask = blocked, .key_padding_mask = padding});
  CHECK((*masked.weights)(0, 0, 1) == 0.0f);
  CHECK((*masked.weights)(0, 1, 1) > 0.0f);
  CHECK((*masked.weights)(0, 1, 4) == 0.0f);
  CHECK((*masked.weights)(1, 1, 1) == 0.0f);
  const MultiheadResult numbers = attend(x, y, p,
                                         {.attn_mask = attention::to_additive(attention::inverted(blocked)),
                                          .key_padding_mask = attention::to_additive(attention::inverted(padding))});
  CHECK(same(numbers.output, masked.output) == "");
  BoolTensor per_head = BoolTensor::from_shape({4, 4, 5});
  for (std::size_t i = 0; i < per_head.size(); ++i) per_head.data()[i] = blocked.data()[i % 20];
  CHECK(same(attend(x, y, p, {.attn_mask = per_head, .key_padding_mask = padding}).output, masked.output) == "");
  const MultiheadResult causal = attend(x, x, p, {.is_causal = true});
  const MultiheadResult triangle =
      attend(x, x, p, {.attn_mask = attention::inverted(value(attention::causal_mask(4, 4)))});
  CHECK(same(causal.output, triangle.output) == "");
}

TEST_CASE_FIXTURE(Module, "all keys blocked: the heads give zeros, the output its bias") {
  const BoolTensor all = bools({2, 5}, std::vector<std::uint8_t>(10, 1));
  const Tensor output = attend(x, y, p, {.key_padding_mask = all}).output;
  CHECK(same(value(attention::select(value(attention::select(output, 0, 0)), 0, 0)), *p.out_proj_bias) == "");
}

TEST_CASE_FIXTURE(Module, "bias_k, bias_v and add_zero_attn add keys that no mask blocks") {
  p.bias_k = value(generator.randn({1, 1, 6}));
  p.bias_v = value(generator.randn({1, 1, 6}));
  p.add_zero_attn = true;
  const BoolTensor all = bools({2, 5}, std::vector<std::uint8_t>(10, 1));
  const MultiheadResult result = attend(x, y, p, {.key_padding_mask = all, .average_attn_weights = false});
  CHECK(attention::shape_of(*result.weights) == Shape{2, 2, 4, 7});
  CHECK(same(value(attention::slice(*result.weights, -1, 0, 5)), value(attention::zeros({2, 2, 4, 5}))) == "");
  CHECK(difference(value(attention::sum(*result.weights, -1)), value(attention::ones({2, 2, 4}))) == "");
}

TEST_CASE("key and value of other widths than the query") {
  Generator generator(6);
  const MultiheadAttention p =
      value(attention::init_multihead_attention({.embed_dim = 4, .num_heads = 2, .kdim = 3, .vdim = 5}, generator));
  const Tensor q = value(generator.randn({1, 2, 4})), k = value(generator.randn({1, 6, 3}));
  const Tensor v = value(generator.randn({1, 6, 5}));
  const MultiheadResult result = value(attention::multihead_attention(q, k, v, p));
  CHECK(attention::shape_of(result.output) == Shape{1, 2, 4});
  CHECK(attention::shape_of(*result.weights) == Shape{1, 2, 6});
}

TEST_CASE_FIXTURE(Module, "0 tokens and dropout") {
  const Tensor none = value(attention::zeros({2, 0, 6}));
  CHECK(attend(none, none, p).output.size() == 0);
  CHECK(attention::shape_of(attend(x, none, p).output) == Shape{2, 4, 6});
  Generator dice(1);
  const MultiheadResult all_dropped = attend(x, y, p, {.dropout_p = 1.0, .generator = &dice});
  CHECK(same(*all_dropped.weights, value(attention::zeros({2, 4, 5}))) == "");
}

TEST_CASE("heads: split and merge, fold and unfold undo each other") {
  Generator generator(2);
  const Tensor x = value(generator.randn({2, 3, 8}));
  const Tensor split = value(attention::split_heads(x, 4));
  CHECK(attention::shape_of(split) == Shape{2, 4, 3, 2});
  CHECK(split(1, 2, 0, 1) == x(1, 0, 5));
  CHECK(same(value(attention::merge_heads(split)), x) == "");
  CHECK(same(value(attention::unfold_heads(value(attention::fold_heads(split)), 4)), split) == "");
  CHECK(
      expect::error(attention::split_heads(x, 3)) ==
      "heads at heads: A width of 8 features can't be shared evenly by 3 heads: k must be a multiple of the number of "
      "heads.");
  CHECK(expect::error(attention::split_heads(x, 0)).starts_with("heads at heads"));
  CHECK(expect::error(attention::split_heads(tensor({2}, {1, 2}), 1)).starts_with("rank at x"));
  CHECK(expect::error(attention::merge_heads(tensor({2}, {1, 2}))).starts_with("rank at x"));
  CHECK(expect::error(attention::fold_heads(x)).starts_with("rank at x"));
  CHECK(expect::error(attention::unfold_heads(split, 4)).starts_with("rank at x"));
  CHECK(expect::error(attention::unfold_heads(x, 3)).starts_with("heads at heads"));
}

TEST_CASE("wide heads: errors name the head") {
  const Tensor x = tensor({1, 2}, {1, 2}), w = tensor({2, 2}, {1, 0, 0, 1}), bad = tensor({2, 3}, {1, 0, 0, 1, 0, 0});
  CHECK(expect::error(attention::wide_multihead_attention(x, {}, w, std::nullopt)).starts_with("heads at heads"));
  CHECK(expect::error(attention::wide_multihead_attention(x, {{w, w, w}, {w, bad, w}}, w, std::nullopt))
            .starts_with("shape at heads[1]"));
  CHECK(expect::error(attention::wide_multihead_attention(x, {{bad, bad, bad}}, w, std::nullopt)).starts_with("shape"));
  CHECK(expect::error(attention::wide_multihead_attention(x, {{w, w, w}}, bad, std::nullopt))
            .starts_with("shape at unify_weight"));
  CHECK(expect::error(attention::wide_multihead_attention(x, {{w, w, w}}, w, std::nullopt, false, INFINITY))
            .starts_with("range at heads[0]"));
}

TEST_CASE_FIXTURE(Module, "errors of MultiheadAttention") {
  CHECK(error_of(x, y, value(attention::slice(y, 2, 0, 5)), p).starts_with("shape at value: value: weight (6, 6)"));
  CHECK(error_of(x, value(attention::select(y, 0, 0)), y, p).starts_with("rank at query, key, value"));
  CHECK(error_of(x, value(attention::slice(y, 0, 0, 1)), value(attention::slice(y, 0, 0, 1)), p)
            .starts_with("shape at key: query is a batch of 2, key of 1"));
  CHECK(error_of(x, y, value(attention::slice(y, 1, 0, 4)), p).starts_with("shape at value, axis -2"));
  const Tensor flat = tensor({6}, {1, 2, 3, 4, 5, 6});
  CHECK(error_of(flat, flat, flat, p).starts_with("rank at query"));
  CHECK(error_of(attention::scale(x, INFINITY), y, y, p).starts_with("not-finite at query"));
  CHECK(error_of(x, y, y, p, {.attn_mask = bools({1}, {1})}) ==
        "mask at attn_mask: attn_mask must have the shape (4, 5) (T_q, T_k) or (4, 4, 5) (B·heads, T_q, T_k), but has "
        "(1).");
  CHECK(error_of(x, y, y, p, {.key_padding_mask = bools({1}, {1})}).starts_with("mask at key_padding_mask"));
  CHECK(error_of(x, y, y, p, {.attn_mask = tensor({4, 5}, std::vector<float>(20, NAN))})
            .starts_with("not-finite at attn_mask"));
  CHECK(error_of(x, y, y, p, {.key_padding_mask = tensor({2, 5}, std::vector<float>(10, NAN))})
            .starts_with("not-finite at key_padding_mask"));
  CHECK(error_of(x, y, y, p, {.dropout_p = 2.0}).starts_with("range at dropout_p"));

  const auto broken = [&](auto change) {
    MultiheadAttention q = p;
    change(q);
    return error_of(x, y, y, q);
  };
  CHECK(broken([](auto& q) { q.num_heads = 4; }).starts_with("heads at num_heads: embed_dim 6"));
  CHECK(broken([](auto& q) { q.num_heads = 0; }).starts_with("heads at num_heads"));
  CHECK(broken([](auto& q) { q.in_proj_weight = q.out_proj_weight; }).starts_with("shape at in_proj_weight"));
  CHECK(broken([](auto& q) { q.q_proj_weight = q.out_proj_weight; }).starts_with("shape at in_proj_weight: Give"));
  CHECK(broken([](auto& q) {
          q.in_proj_weight.reset();
        }).starts_with("shape at in_proj_weight: Give in_proj_weight, or"));
  CHECK(broken([](auto& q) {
          q.in_proj_weight.reset();
          q.q_proj_weight = q.k_proj_weight = q.v_proj_weight = tensor({6}, {1, 2, 3, 4, 5, 6});
        }).starts_with("rank at q_proj_weight"));
  CHECK(broken([](auto& q) {
          q.in_proj_weight.reset();
          q.q_proj_weight = q.k_proj_weight = q.out_proj_weight;
          q.v_proj_weight = tensor({1, 6}, {1, 2, 3, 4, 5, 6});
        }).starts_with("shape at v_proj_weight"));
  CHECK(broken([](auto& q) { q.in_proj_bias = tensor({1}, {1}); }).starts_with("shape at in_proj_bias"));
  CHECK(broken([](auto& q) { q.bias_k = tensor({1}, {1}); }).starts_with("shape at bias_k, bias_v"));
  CHECK(broken([](auto& q) { q.bias_k = q.bias_v = tensor({1}, {1}); }).starts_with("shape at bias_k: The extra key"));
  CHECK(broken([](auto& q) { q.out_proj_weight = tensor({1, 1}, {1}); }).starts_with("shape at out_proj_weight"));
  CHECK(broken([](auto& q) { q.out_proj_bias = tensor({1}, {1}); }).starts_with("shape at out_proj_bias"));
}
