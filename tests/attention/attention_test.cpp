// scaled_dot_product_attention: every option of PyTorch and of the ONNX operator, each against the plain formula.
#include <cmath>

#include "attention/attention.hpp"
#include "support/expect.hpp"

using attention::AttentionOptions;
using attention::AttentionResult;
using attention::BoolTensor;
using attention::Generator;
using attention::Shape;
using attention::Tensor;
using expect::difference;
using expect::same;
using expect::tensor;
using expect::value;

namespace {

Tensor drawn(Generator& generator, const Shape& shape) { return value(generator.randn(shape)); }

AttentionResult attend(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options = {}) {
  return value(attention::scaled_dot_product_attention(q, k, v, options));
}

std::string error_of(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options = {}) {
  return expect::error(attention::scaled_dot_product_attention(q, k, v, options));
}

struct Drawn {
  Generator generator{2024};
  Tensor q = drawn(generator, {2, 4, 3, 8}), k = drawn(generator, {2, 4, 5, 8}), v = drawn(generator, {2, 4, 5, 6});
};

}  // namespace

TEST_CASE_FIXTURE(Drawn, "it is softmax(Q Kᵀ / √D) V, with D_v ≠ D and T_q ≠ T_k") {
  const Tensor scores =
      attention::scale(value(attention::matmul(q, value(attention::transpose(k, -1, -2)))), attention::inverse_sqrt(8));
  const Tensor weights = value(attention::softmax(scores, -1));
  const AttentionResult result = attend(q, k, v, {.need_weights = true, .need_scores = attention::Scores::product});
  CHECK(difference(*result.scores, scores) == "");
  CHECK(difference(*result.weights, weights) == "");
  CHECK(difference(result.output, value(attention::matmul(weights, v))) == "");
  CHECK(attention::shape_of(result.output) == Shape{2, 4, 3, 6});
  const AttentionResult plain = attend(q, k, v);
  CHECK(!plain.weights);
  CHECK(!plain.scores);
  CHECK(!plain.present_key);
}

TEST_CASE_FIXTURE(Drawn, "any rank from 2 up, leading axes broadcast") {
  const Tensor one_q = value(attention::select(value(attention::select(q, 0, 1)), 0, 2));
  const Tensor one_k = value(attention::select(value(attention::select(k, 0, 1)), 0, 2));
  const Tensor one_v = value(attention::select(value(attention::select(v, 0, 1)), 0, 2));
  const Tensor whole = attend(q, k, v).output;
  CHECK(same(attend(one_q, one_k, one_v).output,
             value(attention::select(value(attention::select(whole, 0, 1)), 0, 2))) == "");
  CHECK(attention::shape_of(attend(q, one_k, one_v).output) == Shape{2, 4, 3, 6});
}

TEST_CASE_FIXTURE(Drawn, "boolean masks: true may attend; number masks are added after scaling") {
  BoolTensor may = BoolTensor::from_shape({3, 5});
  for (std::size_t i = 0; i < 15; ++i) may.data()[i] = i % 2;
  const AttentionResult by_bool = attend(q, k, v, {.attn_mask = may, .need_weights = true});
  const AttentionResult by_number = attend(q, k, v, {.attn_mask = attention::to_additive(may), .need_weights = true});
  CHECK(same(*by_bool.weights, *by_number.weights) == "");
  CHECK((*by_bool.weights)(0, 0, 0, 0) == 0.0f);
  CHECK((*by_bool.weights)(0, 0, 0, 1) > 0.0f);
  const Tensor bias = drawn(generator, {4, 3, 5});
  const AttentionResult biased =
      attend(q, k, v, {.attn_mask = bias, .scale = 0.5f, .need_scores = attention::Scores::masked});
  const Tensor wanted = value(attention::add(value(attention::scaled_dot_scores(q, k, 0.5f)), bias));
  CHECK(difference(*biased.scores, wanted) == "");
}

TEST_CASE_FIXTURE(Drawn, "a mask shorter than the keys blocks those behind its end, as if they were not there") {
  const auto first_keys = [](const Tensor& all) { return value(attention::slice(all, -2, 0, 3)); };
  const Tensor bias = drawn(generator, {4, 3, 3});
  const AttentionResult added = attend(q, k, v, {.attn_mask = bias, .need_weights = true});
  CHECK(difference(added.output, attend(q, first_keys(k), first_keys(v), {.attn_mask = bias}).output) == "");
  for (std::size_t j = 0; j < 5; ++j) CHECK(((*added.weights)(1, 2, 0, j) == 0.0f) == (j > 2));

  BoolTensor may = BoolTensor::from_shape({3, 3});
  for (std::size_t i = 0; i < 9; ++i) may.data()[i] = i % 2;
  CHECK(difference(attend(q, k, v, {.attn_mask = may}).output,
                   attend(q, first_keys(k), first_keys(v), {.attn_mask = may}).output) == "");
  const BoolTensor one = value(attention::bool_from_values({3, 1}, {1, 1, 1}));  // a length of 1 is stretched
  CHECK(difference(attend(q, k, v, {.attn_mask = one}).output, attend(q, k, v).output) == "");
  CHECK(error_of(q, k, v, {.attn_mask = tensor({2, 3}, std::vector<float>(6, 0.0f))}).contains("shape (2, 3)"));
}

TEST_CASE_FIXTURE(Drawn, "is_causal is aligned top left, and holds together with a mask") {
  const Tensor weights = *attend(q, k, v, {.is_causal = true, .need_weights = true}).weights;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 5; ++j) CHECK((weights(1, 2, i, j) == 0.0f) == (j > i));
  }
  const BoolTensor not_first = value(attention::bool_from_values({1, 5}, {0, 1, 1, 1, 1}));
  const Tensor both = *attend(q, k, v, {.attn_mask = not_first, .is_causal = true, .need_weights = true}).weights;
  CHECK(both(0, 0, 0, 0) == 0.0f);  // the first query sees no key
  CHECK(both(0, 0, 1, 1) == 1.0f);
}

TEST_CASE_FIXTURE(Drawn, "a query that may attend to nothing gets zeros") {
  const BoolTensor none = value(attention::bool_from_values({1, 1}, {0}));
  const AttentionResult result = attend(q, k, v, {.attn_mask = none, .need_weights = true});
  CHECK(same(result.output, value(attention::zeros({2, 4, 3, 6}))) == "");
  CHECK(same(*result.weights, value(attention::zeros({2, 4, 3, 5}))) == "");
}

TEST_CASE("0 tokens and single tokens work") {
  const Tensor none = tensor({0, 4}, {}), one = tensor({1, 4}, {1, 2, 3, 4});
  CHECK(attention::shape_of(attend(none, none, none).output) == Shape{0, 4});
  CHECK(same(attend(one, none, none).output, tensor({1, 4}, {0, 0, 0, 0})) == "");
  CHECK(difference(attend(one, one, one, {.is_causal = true}).output, one) == "");
  CHECK(same(attend(one, one, one, {.is_causal = true, .plain = true}).output, one) == "");
  CHECK(same(attend(tensor({1, 0}, {}), tensor({2, 0}, {}), tensor({2, 1}, {3, 5})).output, tensor({1, 1}, {4})) == "");
  CHECK(attend(tensor({0, 1, 2}, {}), tensor({0, 1, 2}, {}), tensor({0, 1, 2}, {})).output.size() == 0);
}

TEST_CASE_FIXTURE(Drawn, "enable_gqa: neighbouring query heads share a key and value head") {
  const Tensor k2 = drawn(generator, {2, 2, 5, 8}), v2 = drawn(generator, {2, 2, 5, 6});
  const Tensor repeated_k = value(attention::repeat_interleave(k2, 2, 1));
  const Tensor repeated_v = value(attention::repeat_interleave(v2, 2, 1));
  CHECK(same(attend(q, k2, v2, {.enable_gqa = true}).output, attend(q, repeated_k, repeated_v).output) == "");
}

TEST_CASE_FIXTURE(Drawn, "heads side by side (B, T, H·D), as ONNX allows") {
  const Tensor flat_q = value(attention::merge_heads(q)), flat_k = value(attention::merge_heads(k));
  const Tensor flat_v = value(attention::merge_heads(v));
  const AttentionResult flat = attend(flat_q, flat_k, flat_v, {.q_num_heads = 4, .kv_num_heads = 4});
  CHECK(same(flat.output, value(attention::merge_heads(attend(q, k, v).output))) == "");
  const Tensor few_k = drawn(generator, {2, 5, 16}), few_v = drawn(generator, {2, 5, 12});
  const AttentionResult grouped = attend(flat_q, few_k, few_v, {.q_num_heads = 4, .kv_num_heads = 2});
  CHECK(attention::shape_of(grouped.output) == Shape{2, 3, 24});
}

TEST_CASE_FIXTURE(Drawn, "softcap bounds the scaled product, before the mask, so that a masked cell stays masked") {
  const BoolTensor may = value(attention::bool_from_values({1, 5}, {1, 0, 1, 1, 1}));
  const AttentionOptions options{.attn_mask = may,
                                 .scale = 3.0f,
                                 .softcap = 2.0f,
                                 .need_weights = true,
                                 .need_scores = attention::Scores::softcapped};
  const AttentionResult capped = attend(q, k, v, options);
  const Tensor product = value(attention::scaled_dot_scores(q, k, 3.0f));
  const Tensor wanted = attention::scale(attention::tanh(attention::scale(product, 0.5f)), 2.0f);
  CHECK(difference(*capped.scores, wanted) == "");
  CHECK((*capped.weights)(0, 0, 0, 1) == 0.0f);
}

TEST_CASE_FIXTURE(Drawn, "with a cache, token by token gives the same as all at once") {
  const Tensor x = drawn(generator, {1, 2, 6, 4}), y = drawn(generator, {1, 2, 6, 3});
  const AttentionResult whole = attend(x, x, y, {.is_causal = true});
  std::optional<Tensor> past_key = value(attention::zeros({1, 2, 0, 4}));
  std::optional<Tensor> past_value = value(attention::zeros({1, 2, 0, 3}));
  for (long long t = 0; t < 6; t += 2) {
    const Tensor now = value(attention::slice(x, 2, t, t + 2)), mixed = value(attention::slice(y, 2, t, t + 2));
    const AttentionResult step =
        attend(now, now, mixed, {.is_causal = true, .past_key = past_key, .past_value = past_value});
    CHECK(same(step.output, value(attention::slice(whole.output, 2, t, t + 2))) == "");
    past_key = step.present_key;
    past_value = step.present_value;
  }
  CHECK(same(*past_key, x) == "");
  CHECK(same(*past_value, y) == "");
}

TEST_CASE_FIXTURE(Drawn, "key_lengths leave out padding at the end of each sequence") {
  const AttentionResult shortened =
      attend(q, k, v, {.key_lengths = std::vector<std::size_t>{2, 5}, .need_weights = true});
  const Tensor first = value(attention::select(q, 0, 0));
  const Tensor two_k = value(attention::slice(value(attention::select(k, 0, 0)), 1, 0, 2));
  const Tensor two_v = value(attention::slice(value(attention::select(v, 0, 0)), 1, 0, 2));
  CHECK(difference(value(attention::select(shortened.output, 0, 0)), attend(first, two_k, two_v).output) == "");
  CHECK(difference(value(attention::select(shortened.output, 0, 1)),
                   value(attention::select(attend(q, k, v).output, 0, 1))) == "");
  CHECK(same(attend(two_k, two_k, two_v, {.key_lengths = std::vector<std::size_t>{0, 0, 0, 0}}).output,
             value(attention::zeros({4, 2, 6}))) == "");
  const Tensor flat = tensor({2, 1}, {1, 2});
  CHECK(same(attend(flat, flat, flat, {.key_lengths = std::vector<std::size_t>{1}}).output, tensor({2, 1}, {1, 1})) ==
        "");
}

TEST_CASE_FIXTURE(Drawn, "dropout multiplies the weights that are returned and used") {
  Generator dice(5), same_dice(5);
  const AttentionResult trained = attend(q, k, v, {.dropout_p = 0.5, .generator = &dice, .need_weights = true});
  const Tensor weights = *attend(q, k, v, {.need_weights = true}).weights;
  const attention::DropoutResult dropped = value(attention::dropout(weights, 0.5, true, same_dice));
  CHECK(same(*trained.weights, dropped.output) == "");
  CHECK(same(trained.output, value(attention::matmul(dropped.output, v))) == "");
}

TEST_CASE("additive attention is softmax(v·tanh(W_q q + W_k k)) V") {
  Generator generator(8);
  const Tensor q = drawn(generator, {2, 3}), k = drawn(generator, {4, 5}), v = drawn(generator, {4, 2});
  const Tensor wq = drawn(generator, {6, 3}), wk = drawn(generator, {6, 5}), u = drawn(generator, {6});
  const attention::ScoredAttention result = value(attention::additive_attention(q, k, v, wq, wk, u));
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      double score = 0.0;
      for (std::size_t a = 0; a < 6; ++a) {
        double inside = 0.0;
        for (std::size_t d = 0; d < 3; ++d) inside += double{wq(a, d)} * q(i, d);
        for (std::size_t d = 0; d < 5; ++d) inside += double{wk(a, d)} * k(j, d);
        score += u(a) * std::tanh(inside);
      }
      CHECK(result.scores(i, j) == doctest::Approx(score).epsilon(1e-6));
    }
  }
  CHECK(same(result.weights, value(attention::softmax(result.scores, -1))) == "");
  CHECK(same(result.output, value(attention::matmul(result.weights, v))) == "");
  const attention::ScoredAttention masked =
      value(attention::additive_attention(q, k, v, wq, wk, u, value(attention::causal_mask(2, 4))));
  CHECK(masked.weights(0, 0) == 1.0f);
}

TEST_CASE("cosine scores lie between -1 and 1, and a zero vector scores 0") {
  const Tensor q = tensor({2, 2}, {3, 4, 0, 0}), k = tensor({2, 2}, {6, 8, -4, 3});
  CHECK(difference(value(attention::cosine_scores(q, k)), tensor({2, 2}, {1, 0, 0, 0})) == "");
}

TEST_CASE_FIXTURE(Drawn, "errors name the argument, the axis and the sizes") {
  const Tensor narrow = drawn(generator, {2, 4, 5, 7});
  CHECK(
      error_of(q, narrow, v) ==
      "shape at key, axis -1: A query has 8 numbers and a key 7 (query (2, 4, 3, 8), key (2, 4, 5, 7)). Their product "
      "needs the same length; only the values may have another.");
  CHECK(error_of(q, k, drawn(generator, {2, 4, 6, 6})) ==
        "shape at value, axis -2: Each key needs its value: key (2, 4, 5, 8) has 5 tokens, value (2, 4, 6, 6) has 6.");
  CHECK(error_of(q, drawn(generator, {3, 4, 5, 8}), v).starts_with("shape at the batch of key, axis -2"));
  CHECK(error_of(tensor({2}, {1, 2}), k, v).starts_with("rank at query: query must have at least 2 axes, (…, T_q, D)"));
  CHECK(error_of(q, tensor({2}, {1, 2}), v).starts_with("rank at key"));
  CHECK(error_of(q, k, tensor({2}, {1, 2})).starts_with("rank at value"));
  Tensor broken = q;
  broken(1, 0, 2, 3) = NAN;
  CHECK(error_of(broken, k, v).starts_with("not-finite at query[1, 0, 2, 3]: query[1, 0, 2, 3] is NaN"));
  CHECK(error_of(q, k, attention::scale(v, INFINITY)).starts_with("not-finite at value"));
  CHECK(error_of(q, k, v, {.attn_mask = tensor({4, 4}, std::vector<float>(16, 0.0f))})
            .starts_with("mask at attn_mask: A mask of shape (4, 4) can't be laid over scores (2, 4, 3, 5)"));
  CHECK(error_of(q, k, v, {.attn_mask = BoolTensor::from_shape({2, 2, 4, 3, 5})}).starts_with("mask at attn_mask"));
  CHECK(error_of(q, k, v, {.attn_mask = tensor({1}, {NAN})}).starts_with("not-finite at attn_mask[0]"));
  CHECK(error_of(q, k, v, {.scale = INFINITY}).starts_with("range at scale"));
  CHECK(error_of(attention::scale(q, 1e30f), attention::scale(k, 1e30f), v).starts_with("overflow at scores"));
  CHECK(error_of(q, k, v, {.dropout_p = 1.5}).starts_with("range at dropout_p"));
  CHECK(error_of(q, k, v, {.dropout_p = 0.5}).starts_with("range at generator"));
  CHECK(error_of(q, k, v, {.softcap = -1.0f}).starts_with("range at softcap"));
  CHECK(error_of(q, k, v, {.past_key = k}).starts_with("shape at past_key, past_value"));
  CHECK(
      error_of(q, k, v, {.past_key = narrow, .past_value = v}).starts_with("shape at past_key: past_key (2, 4, 5, 7)"));
  CHECK(error_of(q, k, v, {.past_key = k, .past_value = k}).starts_with("shape at past_value"));
  CHECK(error_of(q, k, v, {.past_key = attention::scale(k, INFINITY), .past_value = v})
            .starts_with("not-finite at past_key"));
  CHECK(error_of(q, k, v, {.key_lengths = std::vector<std::size_t>{1}}).starts_with("shape at key_lengths"));
  CHECK(error_of(q, k, v, {.key_lengths = std::vector<std::size_t>{1, 6}}).starts_with("range at key_lengths[1]"));
  CHECK(error_of(q, k, v, {.q_num_heads = 4}).starts_with("heads at q_num_heads, kv_num_heads"));
  CHECK(error_of(q, k, v, {.q_num_heads = 4, .kv_num_heads = 4}).starts_with("rank at query"));
  const Tensor flat = drawn(generator, {1, 2, 6});
  CHECK(error_of(flat, flat, flat, {.q_num_heads = 4, .kv_num_heads = 4})
            .starts_with("heads at query: query: A width of 6 features can't be shared evenly by 4 heads"));
  CHECK(error_of(flat, flat, flat, {.q_num_heads = 3, .kv_num_heads = 2}).starts_with("heads at query, axis -3"));
  CHECK(error_of(q, drawn(generator, {2, 3, 5, 8}), v, {.enable_gqa = true}).starts_with("heads at query, axis -3"));
  const Tensor flat2 = drawn(generator, {2, 4});
  CHECK(error_of(flat2, flat2, flat2, {.enable_gqa = true}).starts_with("rank at query: Heads are axis -3"));
}

TEST_CASE("errors of the score functions") {
  const Tensor x = tensor({2, 3}, {1, 2, 3, 4, 5, 6}), w = tensor({4, 3}, std::vector<float>(12, 1.0f));
  const Tensor u = tensor({4}, {1, 1, 1, 1}), line = tensor({3}, {1, 2, 3});
  const auto additive = [](const auto&... args) { return expect::error(attention::additive_scores(args...)); };
  CHECK(additive(line, x, w, w, u).starts_with("rank at query"));
  CHECK(additive(x, line, w, w, u).starts_with("rank at key"));
  CHECK(additive(x, x, w, w, x).starts_with("rank at score_vector"));
  CHECK(additive(x, x, x, w, u).starts_with("shape at query_weight: query_weight must have the shape (4, 3)"));
  CHECK(additive(x, x, w, x, u).starts_with("shape at key_weight"));
  CHECK(additive(x, x, w, w, attention::scale(u, INFINITY)).starts_with("not-finite at score_vector"));
  CHECK(expect::error(attention::cosine_scores(x, x, 0.0)).starts_with("range at eps"));
  CHECK(expect::error(attention::dot_scores(line, x)).starts_with("rank at query"));
  CHECK(expect::error(attention::dot_scores(x, line)).starts_with("rank at key"));
  CHECK(expect::error(attention::additive_attention(x, x, x, x, w, u)).starts_with("shape at query_weight"));
  CHECK(expect::error(attention::attend(line, x)).starts_with("rank at scores"));
  CHECK(expect::error(attention::attend(x, line)).starts_with("rank at value"));
  CHECK(expect::error(attention::attend(x, x)).starts_with("shape at value, axis -2"));
  const Tensor three = tensor({3, 1}, {1, 2, 3});
  CHECK(expect::error(attention::attend(x, attention::scale(three, INFINITY))).starts_with("not-finite at value"));
  CHECK(
      expect::error(attention::attend(x, three, tensor({3, 3}, std::vector<float>(9, 0)))).starts_with("mask at mask"));
  CHECK(expect::error(attention::attend(attention::scale(x, INFINITY), three)).starts_with("not-finite"));
}
