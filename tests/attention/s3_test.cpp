// S3, columns as tokens: K = W_k I, A = KᵀQ, softmax down each column, B = V A′.
#include "attention/attention.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

using attention::Tensor;
using expect::difference;
using expect::misprint;
using expect::value;

namespace {

struct S3 {
  golden::File file{"S3"};
  Tensor columns = file.tensor("/inputs/a_columns");
  Tensor k = value(attention::matmul(file.tensor("/inputs/W_k"), columns));
  Tensor q = value(attention::matmul(file.tensor("/inputs/W_q"), columns));
  Tensor v = value(attention::matmul(file.tensor("/W_v_chosen_not_in_seed"), columns));
  Tensor a = value(attention::matmul(value(attention::transpose(k, 0, 1)), q));

  Tensor golden(const std::string& name) const { return file.tensor("/float32/" + name); }
};

Tensor column(const Tensor& x, long long i) { return value(attention::select(x, 1, i)); }

}  // namespace

TEST_CASE_FIXTURE(S3, "S3.4 q₁ = (3, 3, 2)") {
  CHECK(misprint(value(attention::matmul(file.tensor("/inputs/W_q"), column(columns, 0))), "(3, 3, 2)") == "");
}

TEST_CASE_FIXTURE(S3, "S3.5 the keys as columns") {
  CHECK(misprint(k, "[[2, 1, 4, 4], [2, 3, 5, 5], [2, 4, 7, 5]]") == "");
  CHECK(difference(k, golden("K")) == "");
}

TEST_CASE_FIXTURE(S3, "S3.6 α = Kᵀ q₁ = (16, 20, 41, 37)") {
  const Tensor rows_are_keys = value(attention::transpose(k, 0, 1));
  CHECK(misprint(rows_are_keys, "[[2, 2, 2], [1, 3, 4], [4, 5, 7], [4, 5, 5]]") == "");
  const Tensor alpha = value(attention::matmul(rows_are_keys, column(q, 0)));
  CHECK(misprint(alpha, "(16, 20, 41, 37)") == "");
  CHECK(difference(alpha, golden("alpha_1")) == "");
}

TEST_CASE_FIXTURE(S3, "S3.7 the fractions, evaluated") {
  const Tensor weights = value(attention::softmax(golden("alpha_1"), 0));
  CHECK(difference(weights, golden("alpha_1_prime")) == "");
  CHECK(misprint(weights, "1.363815e-11, 7.446179e-10, 0.982014, 0.017986") == "");
}

TEST_CASE_FIXTURE(S3, "S3.8 b₁ = V α′ (with the chosen W_v)") {
  CHECK(difference(v, golden("V")) == "");
  CHECK(difference(value(attention::matmul(v, golden("alpha_1_prime"))), golden("b_1")) == "");
}

TEST_CASE_FIXTURE(S3, "S3.9 A = KᵀQ, A′ with columns that add up to 1, B = V A′") {
  CHECK(difference(q, golden("Q")) == "");
  CHECK(misprint(a, "[[16,28,48,40],[20,32,57,49],[41,71,123,102],[37,63,109,92]]") == "");
  CHECK(difference(a, golden("A")) == "");
  const Tensor weights = value(attention::softmax(a, 0));
  CHECK(difference(weights, golden("A_prime")) == "");
  CHECK(difference(value(attention::sum(weights, 0)), expect::tensor({4}, {1, 1, 1, 1})) == "");
  CHECK(difference(value(attention::matmul(v, weights)), golden("B")) == "");
}

TEST_CASE_FIXTURE(S3, "S3.e2 the same divided by √3") {
  const Tensor weights = value(attention::softmax(attention::scale(a, attention::inverse_sqrt(3)), 0));
  CHECK(difference(weights, golden("A_prime_scaled")) == "");
  CHECK(difference(value(attention::matmul(v, weights)), golden("B_scaled")) == "");
}

TEST_CASE_FIXTURE(S3, "S3.9 columns and rows are one computation, transposed") {
  attention::AttentionOptions options;
  options.scale = 1.0f;
  options.need_weights = true;
  const Tensor rows = value(attention::transpose(v, 0, 1));
  const attention::AttentionResult by_rows = value(attention::scaled_dot_product_attention(
      value(attention::transpose(q, 0, 1)), value(attention::transpose(k, 0, 1)), rows, options));
  CHECK(difference(value(attention::transpose(by_rows.output, 0, 1)), golden("B")) == "");
  CHECK(difference(value(attention::transpose(*by_rows.weights, 0, 1)), golden("A_prime")) == "");
}

TEST_CASE_FIXTURE(S3, "S3.10 e⁴ = (1, 0, 0) added to a₄ raises α₁,₄ from 37 to 47") {
  const Tensor tokens = value(attention::transpose(columns, 0, 1));
  const Tensor table = expect::tensor({4, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0});
  const Tensor moved = value(attention::add_positions(tokens, table));
  const Tensor scores = value(attention::dot_scores(value(attention::linear(moved, file.tensor("/inputs/W_q"))),
                                                    value(attention::linear(moved, file.tensor("/inputs/W_k")))));
  CHECK(misprint(value(attention::select(scores, 0, 0)), "(16, 20, 41, 47)") == "");
  const Tensor weights = value(attention::softmax(value(attention::select(scores, 0, 0)), 0));
  CHECK(expect::like_printed(weights(3), "0.9975") == "0.9975");
}

TEST_CASE_FIXTURE(S3, "S3.11 attention within ±1 at a₁ gives b₁ = (1.036, 1.964)") {
  attention::AttentionOptions options;
  options.scale = 1.0f;
  options.attn_mask = value(attention::sliding_window_mask(4, 4, 1, 1));
  options.need_weights = true;
  const attention::AttentionResult windowed = value(attention::scaled_dot_product_attention(
      value(attention::transpose(q, 0, 1)), value(attention::transpose(k, 0, 1)), value(attention::transpose(v, 0, 1)),
      options));
  CHECK(misprint(value(attention::select(*windowed.weights, 0, 0)), "(0.0180, 0.9820, 0.0000, 0.0000)") == "");
  CHECK(misprint(value(attention::select(windowed.output, 0, 0)), "(1.036, 1.964)") == "");
}
