// S4, the causal ladder: averaging three ways, data-dependent weights, the Head with three inputs and dropout.
#include <cmath>

#include "attention/attention.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

using attention::Tensor;
using expect::difference;
using expect::misprint;
using expect::value;

namespace {

// torch.allclose with its own tolerances, their larger one instead of their sum, which is stricter.
bool allclose(const Tensor& a, const Tensor& b) { return difference(a, b, 1e-5, 1e-8) == ""; }

struct S4 {
  golden::File file{"S4"};
};

Tensor first(const Tensor& x) { return value(attention::select(x, 0, 0)); }

const char* means = R"([[1.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.5000, 0.5000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.3333, 0.3333, 0.3333, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.2500, 0.2500, 0.2500, 0.2500, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.2000, 0.2000, 0.2000, 0.2000, 0.2000, 0.0000, 0.0000, 0.0000],
        [0.1667, 0.1667, 0.1667, 0.1667, 0.1667, 0.1667, 0.0000, 0.0000],
        [0.1429, 0.1429, 0.1429, 0.1429, 0.1429, 0.1429, 0.1429, 0.0000],
        [0.1250, 0.1250, 0.1250, 0.1250, 0.1250, 0.1250, 0.1250, 0.1250]])";

const char* averaged = R"([[ 1.9269,  1.4873], [ 1.4138, -0.3091], [ 1.1687, -0.6176], [ 0.8657, -0.8644],
        [ 0.5422, -0.3617], [ 0.3864, -0.5354], [ 0.2272, -0.5388], [ 0.1027, -0.3762]])";

// The Head's forward pass with weights of the golden file.
struct Head {
  Tensor key_weight, query_weight, value_weight;
  explicit Head(const golden::File& file)
      : key_weight(file.tensor("/Head/key_weight")),
        query_weight(file.tensor("/Head/query_weight")),
        value_weight(file.tensor("/Head/value_weight")) {}

  attention::AttentionResult operator()(const Tensor& query, const Tensor& key, const Tensor& values,
                                        attention::AttentionOptions options) const {
    options.need_weights = true;
    options.need_scores = attention::Scores::masked;
    return value(attention::scaled_dot_product_attention(value(attention::linear(query, query_weight)),
                                                         value(attention::linear(key, key_weight)),
                                                         value(attention::linear(values, value_weight)), options));
  }
};

}  // namespace

TEST_CASE_FIXTURE(S4, "S4.1 seed 42: x[0] as printed") {
  attention::Generator generator(42);
  const Tensor x = value(generator.randn({4, 8, 2}));
  CHECK(misprint(first(x), R"([[ 1.9269,  1.4873], [ 0.9007, -2.1055], [ 0.6784, -1.2345], [-0.0431, -1.6047],
        [-0.7521,  1.6487], [-0.3925, -1.4036], [-0.7279, -0.5594], [-0.7688,  0.7624]])") == "");
  CHECK(difference(x, file.tensor("/versions_1_2/x"), 0.0, 3e-7) == "");
}

TEST_CASE_FIXTURE(S4, "S4.2, S4.7, S4.8 the running mean by loop, by triangle, by masked softmax") {
  const Tensor x = file.tensor("/versions_1_2/x");
  const Tensor loop = value(attention::running_mean_by_loop(x));
  const Tensor triangle = value(attention::running_mean_by_triangle(x));
  const Tensor softmax = value(attention::running_mean_by_softmax(x));
  CHECK(misprint(first(loop), averaged) == "");
  CHECK(misprint(first(triangle), averaged) == "");
  CHECK(misprint(first(softmax), averaged) == "");
  CHECK(difference(loop, file.tensor("/versions_1_2/attention1")) == "");
  CHECK(difference(triangle, file.tensor("/versions_1_2/attention2")) == "");
  CHECK(difference(softmax, file.tensor("/versions_1_2/attention3")) == "");
  CHECK(difference(loop, triangle) == "");
  CHECK(difference(triangle, softmax) == "");
}

TEST_CASE_FIXTURE(S4, "S4.7, S4.8 torch.allclose prints True, for the first sequence and for all four") {
  attention::Generator generator(42);
  const Tensor x = value(generator.randn({4, 8, 2}));
  const Tensor loop = value(attention::running_mean_by_loop(x));
  const Tensor triangle = value(attention::running_mean_by_triangle(x));
  const Tensor softmax = value(attention::running_mean_by_softmax(x));
  CHECK(allclose(first(triangle), first(loop)));
  CHECK(allclose(first(triangle), first(softmax)));
  CHECK(allclose(triangle, loop));
  CHECK(allclose(triangle, softmax));
  CHECK_FALSE(allclose(triangle, x));
}

TEST_CASE_FIXTURE(S4, "S4.3 ones(3,3) @ randint(0, 10, (3,2)), drawn after x") {
  attention::Generator generator(42);
  (void)generator.randn({4, 8, 2});
  const Tensor b = value(generator.randint(0, 10, {3, 2}));
  CHECK(misprint(b, "[[0., 1.], [3., 0.], [1., 1.]]") == "");
  const Tensor c = value(attention::matmul(value(attention::ones({3, 3})), b));
  CHECK(misprint(c, "[[4., 2.], [4., 2.], [4., 2.]]") == "");
  CHECK(difference(b, file.tensor("/matmul_demo/ones33_at_b/b")) == "");
  CHECK(difference(c, file.tensor("/matmul_demo/ones33_at_b/c")) == "");
}

TEST_CASE_FIXTURE(S4, "S4.4 to S4.6 the triangle sums, and divided by its row sums it averages") {
  attention::Generator generator(42);
  const Tensor b = value(generator.randint(0, 10, {8, 2}));
  CHECK(misprint(b, "[[2., 7.], [6., 4.], [6., 5.], [0., 4.], [0., 3.], [8., 4.], [0., 4.], [1., 2.]]") == "");
  const Tensor tril = value(attention::tril(value(attention::ones({8, 8}))));
  CHECK(expect::same(tril, file.tensor("/versions_1_2/tril")) == "");
  const Tensor sums = value(attention::matmul(tril, b));
  CHECK(
      misprint(sums, "[[2., 7.], [8., 11.], [14., 16.], [14., 20.], [14., 23.], [22., 27.], [22., 31.], [23., 33.]]") ==
      "");
  CHECK(difference(sums, file.tensor("/matmul_demo/tril_at_b/c")) == "");
  CHECK(difference(b, file.tensor("/matmul_demo/tril_at_b/b")) == "");
  const Tensor weights = value(attention::triangular_mean_weights(8));
  CHECK(misprint(weights, means) == "");
  CHECK(difference(weights, file.tensor("/matmul_demo/avg_at_b/a")) == "");
  CHECK(difference(weights, file.tensor("/versions_1_2/scores2")) == "");
  const Tensor averages = value(attention::matmul(weights, b));
  CHECK(misprint(averages, R"([[2.0000, 7.0000], [4.0000, 5.5000], [4.6667, 5.3333], [3.5000, 5.0000],
        [2.8000, 4.6000], [3.6667, 4.5000], [3.1429, 4.4286], [2.8750, 4.1250]])") == "");
  CHECK(difference(averages, file.tensor("/matmul_demo/avg_at_b/c")) == "");
}

TEST_CASE_FIXTURE(S4, "S4.8 zeros filled with −∞ above the diagonal, and their softmax") {
  const attention::BoolTensor may = value(attention::causal_mask(8, 8));
  const Tensor masked =
      value(attention::masked_fill(value(attention::zeros({8, 8})), attention::inverted(may), -INFINITY));
  CHECK(expect::same(masked, file.tensor("/versions_1_2/scores3_masked")) == "");
  CHECK(expect::same(attention::to_additive(may), masked) == "");
  const Tensor weights = value(attention::masked_softmax_mean_weights(8));
  CHECK(misprint(weights, means) == "");
  CHECK(difference(weights, file.tensor("/versions_1_2/p_attn3")) == "");
}

TEST_CASE_FIXTURE(S4, "S4.9 version 3 from its seed: the printed scores, masked scores and weights") {
  attention::Generator generator(42);
  (void)generator.randint(0, 10, {8, 2});
  (void)generator.randn({4, 8, 2});
  CHECK(generator.draws() == 80);
  const Tensor x = value(generator.randn({4, 8, 2}));
  const attention::LinearParameters key = value(attention::init_linear(2, 3, generator));
  const attention::LinearParameters query = value(attention::init_linear(2, 3, generator));
  const attention::LinearParameters val = value(attention::init_linear(2, 3, generator));
  const std::string g = "/version_3/";
  CHECK(difference(x, file.tensor(g + "x"), 0.0, 3e-7) == "");
  CHECK(expect::same(key.weight, file.tensor(g + "key_weight")) == "");
  CHECK(expect::same(*key.bias, file.tensor(g + "key_bias")) == "");
  CHECK(expect::same(query.weight, file.tensor(g + "query_weight")) == "");
  CHECK(expect::same(*query.bias, file.tensor(g + "query_bias")) == "");
  CHECK(expect::same(val.weight, file.tensor(g + "value_weight")) == "");
  CHECK(expect::same(*val.bias, file.tensor(g + "value_bias")) == "");

  const Tensor k = value(attention::linear(x, key.weight, key.bias));
  const Tensor q = value(attention::linear(x, query.weight, query.bias));
  const Tensor v = value(attention::linear(x, val.weight, val.bias));
  CHECK(difference(k, file.tensor(g + "k")) == "");
  CHECK(difference(q, file.tensor(g + "q")) == "");
  CHECK(difference(v, file.tensor(g + "v")) == "");
  const Tensor product = value(attention::matmul(q, value(attention::transpose(k, -2, -1))));
  CHECK(misprint(first(product), R"([[-0.3184, -0.7780, -0.0200,  0.0947, -0.1123, -0.5016, -0.9347,  0.2224],
        [-0.5950, -1.0813,  0.2122, -0.0400, -0.5541, -0.0613, -1.3578,  0.3490],
        [-0.2704, -0.9691,  0.0344,  0.3219,  0.0966, -0.7693, -1.1739,  0.4391],
        [-0.1013, -0.5984, -0.1795,  0.2493,  0.2661, -0.8931, -0.6777,  0.1802],
        [-0.1469, -0.5021, -0.1981,  0.1047,  0.1139, -0.7057, -0.5598,  0.0578],
        [-0.6235, -1.4734,  0.3764,  0.2479, -0.4039, -0.2991, -1.8641,  0.7155],
        [-0.6597, -1.0974,  0.2452, -0.1175, -0.6872,  0.0848, -1.3864,  0.3249],
        [-0.0925, -0.7147, -0.1380,  0.3589,  0.3486, -1.0060, -0.8257,  0.2996]])") == "");
  CHECK(difference(product, file.tensor(g + "matmul_qk")) == "");
  const Tensor scaled = attention::scale(product, attention::inverse_sqrt(3));
  CHECK(difference(scaled, file.tensor(g + "scores_scaled")) == "");
  const Tensor masked = value(attention::apply_mask(scaled, value(attention::causal_mask(8, 8))));
  CHECK(misprint(first(masked), R"([[-0.1838,    -inf,    -inf,    -inf,    -inf,    -inf,    -inf,    -inf],
        [-0.3435, -0.6243,    -inf,    -inf,    -inf,    -inf,    -inf,    -inf],
        [-0.1561, -0.5595,  0.0199,    -inf,    -inf,    -inf,    -inf,    -inf],
        [-0.0585, -0.3455, -0.1036,  0.1439,    -inf,    -inf,    -inf,    -inf],
        [-0.0848, -0.2899, -0.1144,  0.0605,  0.0658,    -inf,    -inf,    -inf],
        [-0.3600, -0.8507,  0.2173,  0.1431, -0.2332, -0.1727,    -inf,    -inf],
        [-0.3809, -0.6336,  0.1416, -0.0678, -0.3968,  0.0489, -0.8004,    -inf],
        [-0.0534, -0.4126, -0.0797,  0.2072,  0.2012, -0.5808, -0.4767,  0.1729]])") == "");
  CHECK(difference(masked, file.tensor(g + "scores_masked")) == "");
  const Tensor weights = value(attention::softmax(masked, -1));
  CHECK(misprint(first(weights), R"([[1.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.5697, 0.4303, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.3496, 0.2335, 0.4169, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.2544, 0.1909, 0.2432, 0.3115, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.1959, 0.1596, 0.1902, 0.2265, 0.2278, 0.0000, 0.0000, 0.0000],
        [0.1353, 0.0829, 0.2411, 0.2238, 0.1536, 0.1632, 0.0000, 0.0000],
        [0.1249, 0.0970, 0.2105, 0.1708, 0.1229, 0.1919, 0.0821, 0.0000],
        [0.1289, 0.0900, 0.1255, 0.1673, 0.1663, 0.0761, 0.0844, 0.1616]])") == "");
  CHECK(difference(weights, file.tensor(g + "p_attn")) == "");
  CHECK(difference(value(attention::matmul(weights, v)), file.tensor(g + "attention")) == "");

  // The same in one call, with S4.10's switch.
  attention::AttentionOptions options;
  options.need_weights = true;
  options.is_causal = true;
  CHECK(difference(value(attention::scaled_dot_product_attention(q, k, v, options)).output,
                   file.tensor(g + "attention")) == "");
  options.is_causal = false;
  const attention::AttentionResult both = value(attention::scaled_dot_product_attention(q, k, v, options));
  CHECK(difference(*both.weights, file.tensor(g + "p_attn_bidirectional")) == "");
  CHECK(difference(both.output, file.tensor(g + "attention_bidirectional")) == "");
}

TEST_CASE_FIXTURE(S4, "S4.12 the Head: its seed, self-attention, three inputs, bidirectional, dropout") {
  attention::Generator generator(77);
  for (const char* name : {"key_weight", "query_weight", "value_weight"}) {
    const Tensor weight = value(attention::init_linear(2, 3, generator, false)).weight;
    CHECK(expect::same(weight, file.tensor(std::string("/Head/") + name)) == "");
  }
  const char* drawn[] = {"/Head/x", "/Head/three_inputs/key_in", "/Head/three_inputs/value_in"};
  for (const char* path : drawn) {
    CHECK(difference(value(generator.randn({4, 8, 2})), file.tensor(path), 0.0, 3e-7) == "");
  }

  const Head head(file);
  const Tensor x = file.tensor("/Head/x");
  attention::AttentionOptions causal;
  causal.is_causal = true;
  const std::string g = "/Head/self_attention/";
  CHECK(difference(value(attention::linear(x, head.key_weight)), file.tensor(g + "key")) == "");
  CHECK(difference(value(attention::linear(x, head.query_weight)), file.tensor(g + "query")) == "");
  CHECK(difference(value(attention::linear(x, head.value_weight)), file.tensor(g + "value")) == "");
  const Tensor product = value(attention::dot_scores(value(attention::linear(x, head.query_weight)),
                                                     value(attention::linear(x, head.key_weight))));
  CHECK(difference(product, file.tensor(g + "matmul_qk")) == "");
  const attention::AttentionResult self = head(x, x, x, causal);
  CHECK(difference(*self.scores, file.tensor(g + "scores_masked")) == "");
  CHECK(difference(*self.weights, file.tensor(g + "p_attn")) == "");
  CHECK(difference(self.output, file.tensor(g + "attention")) == "");

  const attention::AttentionResult cross =
      head(file.tensor("/Head/three_inputs/query_in"), file.tensor(drawn[1]), file.tensor(drawn[2]), causal);
  CHECK(difference(*cross.weights, file.tensor("/Head/three_inputs/p_attn")) == "");
  CHECK(difference(cross.output, file.tensor("/Head/three_inputs/attention")) == "");

  const attention::AttentionResult open = head(x, x, x, {});
  CHECK(difference(*open.weights, file.tensor("/Head/bidirectional/p_attn")) == "");
  CHECK(difference(open.output, file.tensor("/Head/bidirectional/attention")) == "");

  attention::Generator dice(78);
  const attention::DropoutResult ones = value(attention::dropout(value(attention::ones({4, 8, 8})), 0.2, true, dice));
  CHECK(difference(ones.output, file.tensor("/Head/dropout_train/mask")) == "");
  attention::Generator same_dice(78);
  attention::AttentionOptions training = causal;
  training.dropout_p = 0.2;
  training.generator = &same_dice;
  const attention::AttentionResult trained = head(x, x, x, training);
  CHECK(difference(trained.output, file.tensor("/Head/dropout_train/attention")) == "");
}
