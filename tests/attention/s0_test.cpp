// S0, the integer worked example: every number that the tutorial prints, and every intermediate of the golden file.
#include "attention/attention.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

using attention::Tensor;
using expect::difference;
using expect::misprint;
using expect::value;

namespace {

struct S0 {
  golden::File file{"S0"};
  Tensor x = file.tensor("/inputs/x");
  Tensor w_key = file.tensor("/inputs/w_key"), w_query = file.tensor("/inputs/w_query");
  Tensor w_value = file.tensor("/inputs/w_value");
  Tensor keys = value(attention::matmul(x, w_key));
  Tensor querys = value(attention::matmul(x, w_query));
  Tensor values = value(attention::matmul(x, w_value));
  Tensor scores = value(attention::matmul(querys, value(attention::transpose(keys, 0, 1))));
  Tensor weights = value(attention::softmax(scores, -1));

  Tensor golden(const std::string& name) const { return file.tensor("/float32/" + name); }
};

}  // namespace

TEST_CASE_FIXTURE(S0, "S0.5 the key of one input is its row times the matrix") {
  const char* printed[] = {"[0, 1, 1]", "[4, 4, 0]", "[2, 3, 1]"};
  for (int i = 0; i < 3; ++i) {
    const Tensor row = value(attention::select(x, 0, i));
    CHECK(misprint(value(attention::matmul(row, w_key)), printed[i]) == "");
  }
}

TEST_CASE_FIXTURE(S0, "S0.6 to S0.8 all keys, values and queries at once") {
  CHECK(misprint(keys, "[[0., 1., 1.], [4., 4., 0.], [2., 3., 1.]]") == "");
  CHECK(misprint(values, "[[1., 2., 3.], [2., 8., 0.], [2., 6., 3.]]") == "");
  CHECK(misprint(querys, "[[1., 0., 2.], [2., 2., 2.], [2., 1., 3.]]") == "");
  CHECK(difference(keys, golden("keys")) == "");
  CHECK(difference(querys, golden("querys")) == "");
  CHECK(difference(values, golden("values")) == "");
}

TEST_CASE_FIXTURE(S0, "S0.9 the scores of input 1 are [2, 4, 4], and of all inputs the printed matrix") {
  const Tensor q1 = value(attention::select(querys, 0, 0));
  CHECK(misprint(value(attention::matmul(q1, value(attention::transpose(keys, 0, 1)))), "[2, 4, 4]") == "");
  CHECK(misprint(scores, "[[2., 4., 4.], [4., 16., 12.], [4., 12., 10.]]") == "");
  CHECK(difference(value(attention::dot_scores(querys, keys)), golden("attn_scores")) == "");
}

TEST_CASE_FIXTURE(S0, "S0.16 softmax prints 6.3379e-02 …") {
  CHECK(misprint(weights, R"(tensor([[6.3379e-02, 4.6831e-01, 4.6831e-01],
                                     [6.0337e-06, 9.8201e-01, 1.7986e-02],
                                     [2.9539e-04, 8.8054e-01, 1.1917e-01]]))") == "");
  CHECK(difference(weights, golden("attn_scores_softmax")) == "");
}

TEST_CASE_FIXTURE(S0, "S0.12 to S0.16 the hand-set weights give the printed weighted values and outputs") {
  const Tensor by_hand = golden("softmax_rounded_by_hand");
  CHECK(misprint(by_hand, "[[0.0000, 0.5000, 0.5000], [0.0000, 1.0000, 0.0000], [0.0000, 0.9000, 0.1000]]") == "");
  const Tensor weighted = value(attention::weighted_values(by_hand, values));
  CHECK(misprint(weighted, R"(tensor([[[0.0000, 0.0000, 0.0000], [0.0000, 0.0000, 0.0000], [0.0000, 0.0000, 0.0000]],
                                      [[1.0000, 4.0000, 0.0000], [2.0000, 8.0000, 0.0000], [1.8000, 7.2000, 0.0000]],
                                      [[1.0000, 3.0000, 1.5000], [0.0000, 0.0000, 0.0000], [0.2000, 0.6000, 0.3000]]]))") ==
        "");
  const Tensor outputs = value(attention::sum(weighted, 0));
  CHECK(misprint(outputs, "[[2.0000, 7.0000, 1.5000], [2.0000, 8.0000, 0.0000], [2.0000, 7.8000, 0.3000]]") == "");
  CHECK(difference(weighted, golden("weighted_values_rounded_jid")) == "");
  CHECK(difference(outputs, golden("outputs_rounded")) == "");
}

TEST_CASE_FIXTURE(S0, "S0.17 with the exact softmax the outputs are 1.9366 …, both ways of summing") {
  const Tensor weighted = value(attention::weighted_values(weights, values));
  CHECK(difference(weighted, golden("weighted_values_exact_jid")) == "");
  CHECK(difference(value(attention::sum(weighted, 0)), golden("outputs_exact")) == "");
  const Tensor outputs = value(attention::matmul(weights, values));
  CHECK(difference(outputs, golden("outputs_exact")) == "");
  CHECK(misprint(outputs, "[[1.9366, 6.6831, 1.5951], [2.0000, 7.9640, 0.0540], [1.9997, 7.7599, 0.3584]]") == "");
}

TEST_CASE_FIXTURE(S0, "S0.e7 with 1/√3 the rows are flatter") {
  attention::AttentionOptions options;
  options.need_weights = true;
  const attention::AttentionResult scaled =
      value(attention::scaled_dot_product_attention(querys, keys, values, options));
  CHECK(difference(*scaled.weights, golden("scaled_softmax")) == "");
  CHECK(difference(scaled.output, golden("outputs_scaled")) == "");
}

TEST_CASE_FIXTURE(S0, "S0.e3 no rounding to one decimal gives the tutorial's first row") {
  const Tensor rounded = value(attention::round_to(weights, 1));
  CHECK(misprint(rounded, "[[0.1, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.9, 0.1]]") == "");
  const Tensor outputs = value(attention::matmul(rounded, values));
  CHECK(misprint(value(attention::select(outputs, 0, 0)), "[2.1, 7.2, 1.8]") == "");
}

TEST_CASE_FIXTURE(S0, "the float64 twins of the golden file agree with float32") {
  for (const std::string& name : file.keys("/float64")) {
    const std::string plain = name.substr(0, name.size() - 3);
    CHECK_MESSAGE(difference(golden(plain), file.tensor("/float64/" + name)) == "", name);
  }
}

TEST_CASE_FIXTURE(S0, "lesson: the best aligned key of input 1 has the lowest score") {
  const Tensor cosines = value(attention::cosine_scores(querys, keys));
  CHECK(misprint(value(attention::select(cosines, 0, 0)), "[0.632, 0.316, 0.478]") == "");
}
