// The fused path to the output against the plain one, through the public functions: every way of calling attention, and
// that both reject the same arguments.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "attention/attention.hpp"
#include "attention/fast/tensors_support.hpp"
#include "support/expect.hpp"

using attention::AttentionOptions;
using attention::AttentionResult;
using attention::BoolTensor;
using attention::MultiheadOptions;
using attention::Result;
using attention::Shape;
using attention::Tensor;
using expect::value;
using kernel_tests::drawn_tensor;

namespace {

BoolTensor drawn_mask(const Shape& shape, std::uint32_t seed) {
  const Tensor numbers = drawn_tensor(shape, seed);
  BoolTensor mask = BoolTensor::from_shape(shape);
  for (std::size_t i = 0; i < mask.size(); ++i) mask.data()[i] = numbers.data()[i] > -0.8f;
  return mask;
}

void expect_near(const Tensor& fast, const Tensor& plain, double allowed = 2e-6) {
  REQUIRE(attention::shape_of(fast) == attention::shape_of(plain));
  const std::vector<double> wanted(plain.begin(), plain.end());
  CHECK(kernel_tests::distance({fast.begin(), fast.end()}, wanted) <= allowed);
}

// The fused kernels must accept the call, and agree with the plain path (which rounds as often, in another order).
void expect_same(const Tensor& q, const Tensor& k, const Tensor& v, AttentionOptions options) {
  REQUIRE(attention::fast::attend(q, k, v, options).has_value());
  const AttentionResult fast = value(attention::scaled_dot_product_attention(q, k, v, options));
  options.plain = true;
  const AttentionResult plain = value(attention::scaled_dot_product_attention(q, k, v, options));
  expect_near(fast.output, plain.output);
  CHECK(fast.present_key.has_value() == plain.present_key.has_value());
  if (fast.present_key) {
    CHECK(expect::same(*fast.present_key, *plain.present_key) == "");
    CHECK(expect::same(*fast.present_value, *plain.present_value) == "");
  }
}

}  // namespace

TEST_CASE("fast attention: batches of every rank, broadcast against each other") {
  expect_same(drawn_tensor({5, 4}, 1), drawn_tensor({7, 4}, 2), drawn_tensor({7, 3}, 3), {});
  expect_same(drawn_tensor({3, 5, 4}, 1), drawn_tensor({7, 4}, 2), drawn_tensor({7, 3}, 3), {});
  expect_same(drawn_tensor({2, 3, 5, 4}, 1), drawn_tensor({3, 7, 4}, 2), drawn_tensor({1, 7, 3}, 3),
              {.is_causal = true});
  expect_same(drawn_tensor({2, 1, 5, 4}, 1), drawn_tensor({1, 3, 7, 4}, 2), drawn_tensor({2, 3, 7, 3}, 3),
              {.scale = 0.7f});
}

TEST_CASE("fast attention: masks that broadcast, stretch, or end before the last key") {
  const Tensor q = drawn_tensor({2, 3, 5, 4}, 1), k = drawn_tensor({2, 3, 9, 4}, 2), v = drawn_tensor({2, 3, 9, 6}, 3);
  for (const Shape& shape :
       {Shape{5, 9}, Shape{9}, Shape{1, 9}, Shape{5, 1}, Shape{3, 1, 9}, Shape{2, 1, 5, 9}, Shape{5, 6}}) {
    CAPTURE(attention::describe(shape));
    expect_same(q, k, v, {.attn_mask = drawn_mask(shape, 4)});
    expect_same(q, k, v, {.attn_mask = drawn_tensor(shape, 5), .is_causal = true});
    expect_same(q, k, v, {.attn_mask = attention::to_additive(drawn_mask(shape, 6)), .softcap = 2.0f});
  }
  // A row blocked with the lowest finite number instead of −∞, as PyTorch users do, is not blocked but uniform.
  expect_same(q, k, v, {.attn_mask = value(attention::full({5, 9}, std::numeric_limits<float>::lowest()))});
}

TEST_CASE("fast attention: shared heads, heads side by side, a past, and lengths") {
  expect_same(drawn_tensor({2, 6, 5, 4}, 1), drawn_tensor({2, 2, 7, 4}, 2), drawn_tensor({2, 2, 7, 3}, 3),
              {.enable_gqa = true});
  expect_same(drawn_tensor({2, 6, 5, 4}, 1), drawn_tensor({2, 3, 7, 4}, 2), drawn_tensor({2, 1, 7, 3}, 3),
              {.enable_gqa = true});
  expect_same(drawn_tensor({2, 5, 24}, 1), drawn_tensor({2, 7, 12}, 2), drawn_tensor({2, 7, 9}, 3),
              {.q_num_heads = 6, .kv_num_heads = 3});
  expect_same(
      drawn_tensor({2, 3, 5, 4}, 1), drawn_tensor({2, 3, 5, 4}, 2), drawn_tensor({2, 3, 5, 3}, 3),
      {.is_causal = true, .past_key = drawn_tensor({2, 3, 8, 4}, 4), .past_value = drawn_tensor({2, 3, 8, 3}, 5)});
  expect_same(drawn_tensor({3, 2, 5, 4}, 1), drawn_tensor({3, 2, 9, 4}, 2), drawn_tensor({3, 2, 9, 3}, 3),
              {.key_lengths = std::vector<std::size_t>{9, 0, 4}});
}

TEST_CASE("fast attention: no keys, no queries, or values of width 0") {
  expect_same(drawn_tensor({5, 4}, 1), drawn_tensor({0, 4}, 2), drawn_tensor({0, 3}, 3), {});
  expect_same(drawn_tensor({0, 4}, 1), drawn_tensor({7, 4}, 2), drawn_tensor({7, 3}, 3), {});
  expect_same(drawn_tensor({5, 0}, 1), drawn_tensor({7, 0}, 2), drawn_tensor({7, 3}, 3), {});
  expect_same(drawn_tensor({5, 4}, 1), drawn_tensor({7, 4}, 2), drawn_tensor({7, 0}, 3), {.is_causal = true});
  expect_same(drawn_tensor({0, 5, 4}, 1), drawn_tensor({7, 4}, 2), drawn_tensor({7, 3}, 3), {});
}

TEST_CASE("fast attention: the shares of threads are rows of the whole, with its bits, about equal in work") {
  struct Case {
    attention::Shape query, key;
    bool causal;
  };
  const Case cases[] = {{{2, 3, 131, 20}, {2, 3, 131, 20}, false},
                        {{2, 3, 131, 20}, {2, 3, 131, 20}, true},
                        {{700, 8}, {700, 8}, true},
                        {{5, 97, 8}, {5, 40, 8}, true},
                        {{1, 8}, {1, 8}, false},
                        {{0, 8}, {4, 8}, false}};
  for (const auto& [query_shape, key_shape, causal] : cases) {
    const Tensor query = drawn_tensor(query_shape, 1), key = drawn_tensor(key_shape, 2),
                 value = drawn_tensor(key_shape, 3);
    AttentionOptions options;
    options.is_causal = causal;
    const Tensor whole = attention::fast::attend(query, key, value, options)->output;
    for (const std::size_t count : {1u, 2u, 3u, 7u}) {
      CAPTURE(count);
      std::size_t next = 0;
      for (std::size_t index = 0; index < count; ++index) {
        const auto part = attention::fast::attend_share(query, key, value, options, {index, count});
        REQUIRE(part);
        CHECK(part->shape == attention::shape_of(whole));
        CHECK(part->first == next);
        const std::size_t rows = part->rows.shape()[0], width = query_shape.back();
        CHECK(std::equal(part->rows.data(), part->rows.data() + part->rows.size(), whole.data() + next * width));
        next += rows;
      }
      CHECK(next * query_shape.back() == whole.size());
    }
  }
  // One causal head of 700 tokens: half of the pairs are above row 700/√2 = 495; shares end with blocks of 48 queries.
  const Tensor one = drawn_tensor({700, 8}, 1);
  AttentionOptions options;
  options.is_causal = true;
  const auto first = attention::fast::attend_share(one, one, one, options, {0, 2});
  REQUIRE(first);
  CHECK(std::abs(static_cast<double>(first->rows.shape()[0]) - 495) <= 48);
}

TEST_CASE("fast attention: no shares of a past, of heads side by side, or of what attention refuses") {
  const Tensor x = drawn_tensor({2, 5, 8}, 1);
  AttentionOptions past, heads, cap;
  past.past_key = past.past_value = x;
  heads.q_num_heads = heads.kv_num_heads = 2;
  cap.softcap = -1.0f;
  for (const AttentionOptions* options : {&past, &heads, &cap})
    CHECK_FALSE(attention::fast::attend_share(x, x, x, *options, {0, 2}));
}

TEST_CASE("fast attention: arguments that it does not accept are rejected or computed by the plain path") {
  const Tensor q = drawn_tensor({5, 4}, 1), k = drawn_tensor({7, 4}, 2), v = drawn_tensor({7, 3}, 3);
  const auto code = [](const Result<AttentionResult>& result) { return result ? "fine" : result.error().code; };
  Tensor broken = k;
  broken.data()[9] = std::numeric_limits<float>::quiet_NaN();
  CHECK(code(attention::scaled_dot_product_attention(q, broken, v)) == "not-finite");
  CHECK(code(attention::scaled_dot_product_attention(q, k, broken)) == "not-finite");
  CHECK(code(attention::scaled_dot_product_attention(attention::scale(q, 1e30f), attention::scale(k, 1e30f), v)) ==
        "overflow");
  CHECK(code(attention::scaled_dot_product_attention(q, k, v, {.attn_mask = drawn_tensor({4, 7}, 4)})) == "mask");
  CHECK(code(attention::scaled_dot_product_attention(q, drawn_tensor({7, 5}, 2), v)) == "shape");
  CHECK(code(attention::scaled_dot_product_attention(q, k, v, {.scale = std::nanf("")})) == "range");

  // Values this large are finite, and so is their weighted mean, but not their sum.
  const Tensor large = attention::scale(value(attention::ones({7, 3})), 3e38f);
  const AttentionResult mixed = value(attention::scaled_dot_product_attention(q, k, large));
  for (const float cell : mixed.output) CHECK(std::abs(double{cell} / 3e38 - 1.0) < 1e-6);
}

TEST_CASE("fast attention: 16,384 tokens need less than 64 MB of scratch space in every set") {
  const kernel_tests::Head head{.queries = 16384, .keys = 16384, .width = 64, .value_width = 64};
  for (const attention::kernels::Kernels* set : attention::kernels::available()) {
    CHECK(set->attend_space(head) * sizeof(float) + head.queries * head.value_width * sizeof(float) < (64u << 20));
  }
}

TEST_CASE("fast multi-head attention agrees with the plain one") {
  attention::Generator generator(7);
  for (const bool extra : {false, true}) {
    const auto parameters = value(attention::init_multihead_attention(
        {.embed_dim = 24, .num_heads = 3, .add_bias_kv = extra, .add_zero_attn = extra}, generator));
    const Tensor x = drawn_tensor({2, 17, 24}, 1), memory = drawn_tensor({2, 11, 24}, 2);
    for (const bool causal : {false, true}) {
      for (const bool masked : {false, true}) {
        MultiheadOptions options{.is_causal = causal, .need_weights = false};
        if (masked) options.key_padding_mask = attention::inverted(drawn_mask({2, 11}, 3));
        const Tensor fast = value(attention::multihead_attention(x, memory, memory, parameters, options)).output;
        options.plain = true;
        expect_near(fast, value(attention::multihead_attention(x, memory, memory, parameters, options)).output);
      }
    }
  }
}

TEST_CASE("fast matmul, linear and softmax agree with the plain ones, and fall back to them") {
  namespace fast = attention::fast;
  const Tensor a = drawn_tensor({2, 1, 5, 9}, 1), b = drawn_tensor({3, 9, 7}, 2), bias = drawn_tensor({7}, 3),
               weight = drawn_tensor({7, 9}, 4);
  expect_near(value(fast::matmul(a, b)), value(attention::matmul(a, b)));
  expect_near(value(fast::matmul(drawn_tensor({9}, 5), b)), value(attention::matmul(drawn_tensor({9}, 5), b)));
  expect_near(value(fast::linear(a, weight, bias)), value(attention::linear(a, weight, bias)));
  expect_near(value(fast::linear(a, weight)), value(attention::linear(a, weight)));
  CHECK(fast::matmul(a, weight).error().code == "shape");
  CHECK(fast::linear(a, b).error().code == attention::linear(a, b).error().code);
  for (const int axis : {-1, 0, 2, 3}) {
    expect_near(value(fast::softmax(a, axis)), value(attention::softmax(a, axis)));
    expect_near(value(fast::softmax(a, axis, {.temperature = 0.3f})),
                value(attention::softmax(a, axis, {.temperature = 0.3f})));
  }
  CHECK(fast::softmax(a, 4).error().code == "axis");
  CHECK(fast::softmax(attention::scale(a, std::numeric_limits<float>::infinity()), -1).error().code == "not-finite");
}
