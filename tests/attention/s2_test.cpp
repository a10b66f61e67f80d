// S2, the sentence: every number of the notebook comes out of the recovered seed, digit for digit.
#include <algorithm>
#include <cmath>

#include "attention/attention.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"
#include "text/tokenise.hpp"
#include "text/vocabulary.hpp"

using attention::Tensor;
using expect::difference;
using expect::misprint;
using expect::value;

namespace {

const char* sentence = "When in doubt look intelligent";

struct S2 {
  golden::File file{"S2"};
};

// One pass through the notebook: embedding table, then the three projections.
struct Pass {
  Tensor table, w_query, w_key, w_value;
  explicit Pass(attention::Generator& generator)
      : table(value(attention::init_embedding(5, 5, generator))),
        w_query(value(generator.rand({3, 5}))),
        w_key(value(generator.rand({3, 5}))),
        w_value(value(generator.rand({3, 5}))) {}
};

std::vector<std::size_t> sentence_ids() {
  const std::vector<std::string> words = text::tokenise_spaces(sentence);
  return text::encode(words, text::make_vocabulary(words, text::Numbering::notebook)).value();
}

Tensor id_tensor() {
  const std::vector<std::size_t> ids = sentence_ids();
  return expect::tensor({ids.size()}, {ids.begin(), ids.end()});
}

Tensor row(const Tensor& x, long long i) { return value(attention::select(x, 0, i)); }

// The notebook's forward pass against one case of the golden file.
void check_case(const golden::File& file, const std::string& g, const Tensor& x) {
  CAPTURE(g);
  const Tensor wq = file.tensor(g + "W_query"), wk = file.tensor(g + "W_key"), wv = file.tensor(g + "W_value");
  CHECK(difference(row(x, 1), file.tensor(g + "x_i")) == "");
  const Tensor query = value(attention::matmul(wq, row(x, 1)));
  CHECK(difference(query, file.tensor(g + "query_i")) == "");
  CHECK(difference(value(attention::matmul(wk, row(x, 1))), file.tensor(g + "key_i")) == "");
  CHECK(difference(value(attention::matmul(wv, row(x, 1))), file.tensor(g + "value_i")) == "");
  const Tensor queries = value(attention::linear(x, wq)), keys = value(attention::linear(x, wk));
  const Tensor values = value(attention::linear(x, wv));
  CHECK(difference(queries, file.tensor(g + "queries")) == "");
  CHECK(difference(keys, file.tensor(g + "keys")) == "");
  CHECK(difference(values, file.tensor(g + "values")) == "");
  // S2.12: (W Eᵀ)ᵀ is the same.
  const Tensor columns = value(attention::matmul(wk, value(attention::transpose(x, 0, 1))));
  CHECK(expect::same(value(attention::transpose(columns, 0, 1)), keys) == "");

  CHECK(difference(value(attention::matmul(query, row(keys, 4))), file.tensor(g + "omega_ij")) == "");
  const Tensor omega = value(attention::dot_scores(queries, keys));
  CHECK(difference(omega, file.tensor(g + "omega")) == "");
  CHECK(difference(row(omega, 1), file.tensor(g + "omega_i")) == "");
  attention::AttentionOptions options;
  options.need_weights = true;
  options.need_scores = attention::Scores::product;
  const attention::AttentionResult all = value(attention::scaled_dot_product_attention(queries, keys, values, options));
  CHECK(difference(*all.scores, file.tensor(g + "scaled")) == "");
  CHECK(difference(*all.weights, file.tensor(g + "alpha")) == "");
  CHECK(difference(row(*all.weights, 1), file.tensor(g + "alpha_i")) == "");
  CHECK(difference(all.output, file.tensor(g + "context")) == "");
  CHECK(difference(row(all.output, 1), file.tensor(g + "context_i")) == "");
}

}  // namespace

TEST_CASE_FIXTURE(S2, "S2.3 the dictionary is {'When': 0, 'doubt': 1, 'in': 2, 'intelligent': 3, 'look': 4}") {
  const std::vector<std::string> words = text::tokenise_spaces(sentence);
  for (auto numbering : {text::Numbering::notebook, text::Numbering::unique}) {
    const text::Vocabulary vocabulary = text::make_vocabulary(words, numbering);
    CHECK(vocabulary.size == 5);
    for (const std::string& word : file.keys("/dictionary")) {
      CHECK(static_cast<double>(vocabulary.ids.at(word)) == file.number("/dictionary/" + word));
    }
  }
}

TEST_CASE("S2.4 the sentence as integers is [0, 2, 1, 4, 3]") {
  CHECK(sentence_ids() == std::vector<std::size_t>{0, 2, 1, 4, 3});
}

TEST_CASE_FIXTURE(S2, "S2.5 to S2.16 seed 1458211868, third pass: every printed digit") {
  attention::Generator generator(1458211868);
  Pass{generator};
  Pass{generator};
  CHECK(generator.draws() == 172);
  const Pass third(generator);
  const Tensor x = value(attention::embedding(id_tensor(), third.table));
  CHECK(misprint(x, R"([[ 1.1142,  0.0239, -1.0905,  0.1397,  0.5698],
                        [ 0.8844,  0.4654,  0.8879,  0.7037,  0.5154],
                        [ 0.9676,  2.0837,  0.4512,  0.2476,  0.0481],
                        [ 1.5189, -0.7556,  0.9678,  0.9759,  1.6865],
                        [-0.3008, -1.0099, -1.3379, -1.1475, -2.0809]])") == "");
  CHECK(misprint(row(x, 1), "[0.8844, 0.4654, 0.8879, 0.7037, 0.5154]") == "");
  const Tensor query = value(attention::matmul(third.w_query, row(x, 1)));
  CHECK(attention::shape_of(query) == attention::Shape{3});
  const Tensor keys = value(attention::linear(x, third.w_key)), values = value(attention::linear(x, third.w_value));
  CHECK(attention::shape_of(keys) == attention::Shape{5, 3});
  CHECK(attention::shape_of(values) == attention::Shape{5, 3});
  CHECK(misprint(value(attention::matmul(query, row(keys, 4))), "-18.1217") == "");
  const Tensor omega = value(attention::matmul(query, value(attention::transpose(keys, 0, 1))));
  CHECK(misprint(omega, "[  2.8315,  10.0277,  10.8343,  13.3288, -18.1217]") == "");
  const Tensor alpha = value(attention::softmax(attention::scale(omega, attention::inverse_sqrt(3)), 0));
  CHECK(misprint(alpha, "[1.6809e-03, 1.0713e-01, 1.7068e-01, 7.2051e-01, 9.3700e-09]") == "");
  CHECK(misprint(value(attention::matmul(alpha, values)), "[1.5238, 1.6015, 1.2526]") == "");

  // The same by attention over all words at once.
  attention::AttentionOptions options;
  options.need_weights = true;
  const attention::AttentionResult all =
      value(attention::scaled_dot_product_attention(value(attention::linear(x, third.w_query)), keys, values, options));
  CHECK(misprint(row(*all.weights, 1), "[1.6809e-03, 1.0713e-01, 1.7068e-01, 7.2051e-01, 9.3700e-09]") == "");
  CHECK(misprint(row(all.output, 1), "[1.5238, 1.6015, 1.2526]") == "");

  CHECK(expect::same(third.w_query, file.tensor("/recovered/W_query")) == "");
  CHECK(expect::same(third.w_key, file.tensor("/recovered/W_key")) == "");
  CHECK(expect::same(third.w_value, file.tensor("/recovered/W_value")) == "");
  CHECK(difference(third.table, file.tensor("/recovered/embedding_weight"), 0.0, 3e-7) == "");
}

TEST_CASE_FIXTURE(S2, "S2 the printed numbers of the golden file are those of the document") {
  CHECK(misprint(file.tensor("/printed/omega_2"), "2.8315, 10.0277, 10.8343, 13.3288, -18.1217") == "");
  CHECK(misprint(file.tensor("/printed/context_vector_2"), "1.5238, 1.6015, 1.2526") == "");
}

TEST_CASE_FIXTURE(S2, "S2 every intermediate of the recovered run") {
  const Tensor x = value(attention::embedding(id_tensor(), file.tensor("/recovered/embedding_weight")));
  CHECK(expect::same(x, file.tensor("/recovered/embedded_sentence")) == "");
  check_case(file, "/recovered/", x);
}

TEST_CASE_FIXTURE(S2, "S2 every intermediate with hand-chosen weights") {
  check_case(file, "/fixed_weights_case/", file.tensor("/fixed_weights_case/embedded_sentence"));
}

TEST_CASE_FIXTURE(S2, "S2.8 the sizes 24, 24, 28: drawn from seed 7, every intermediate") {
  const std::string g = "/d_24_24_28_case/";
  attention::Generator generator(7);
  CHECK(expect::same(value(generator.rand({24, 5})), file.tensor(g + "W_query")) == "");
  CHECK(expect::same(value(generator.rand({24, 5})), file.tensor(g + "W_key")) == "");
  CHECK(expect::same(value(generator.rand({28, 5})), file.tensor(g + "W_value")) == "");
  check_case(file, g, file.tensor(g + "embedded_sentence"));
}

TEST_CASE_FIXTURE(S2, "S2.e7, S2.e8 where the rows have their largest weight, and what row “look” prefers") {
  const Tensor alpha = file.tensor("/recovered/alpha"), x = file.tensor("/recovered/embedded_sentence");
  const std::size_t expected[] = {4, 3, 3, 3, 4};
  // Order of the sentence: When in doubt look intelligent. “intelligent” wins rows 1 and 5, “look” the others.
  for (std::size_t i = 0; i < 5; ++i) {
    const float* weights = alpha.data() + 5 * i;
    CHECK(static_cast<std::size_t>(std::max_element(weights, weights + 5) - weights) == expected[i]);
  }
  const Tensor cosines = value(attention::cosine_scores(x, x));
  CHECK(misprint(expect::tensor({3}, {cosines(3, 1), cosines(3, 2), cosines(3, 4)}), "[0.774, 0.101, -0.70]") == "");
}
