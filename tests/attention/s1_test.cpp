// S1, basic self-attention and heads: the golden file's every intermediate, both scales, with and without mask.
#include "attention/attention.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

using attention::Tensor;
using expect::difference;
using expect::value;

namespace {

struct S1 {
  golden::File file{"S1"};
};

Tensor swapped(const Tensor& x, int a, int b) { return value(attention::transpose(x, a, b)); }

}  // namespace

TEST_CASE_FIXTURE(S1, "S1.8 raw weights, softmax, output of the basic attention") {
  const Tensor x = file.tensor("/basic/x");
  const Tensor raw = value(attention::matmul(x, swapped(x, 1, 2)));
  const Tensor weights = value(attention::softmax(raw, 2));
  const Tensor y = value(attention::matmul(weights, x));
  CHECK(difference(raw, file.tensor("/basic/raw_weights")) == "");
  CHECK(difference(weights, file.tensor("/basic/weights")) == "");
  CHECK(difference(y, file.tensor("/basic/y")) == "");
}

TEST_CASE_FIXTURE(S1, "S1.4 both “the” get the same output") {
  attention::AttentionOptions options;
  options.scale = 1.0f;
  const Tensor x = value(attention::select(file.tensor("/basic/x"), 0, 0));
  const Tensor y = value(attention::scaled_dot_product_attention(x, x, x, options)).output;
  CHECK(expect::same(value(attention::select(y, 0, 0)), value(attention::select(y, 0, 4))) == "");
}

TEST_CASE_FIXTURE(S1, "S1.6 permuting the inputs permutes the outputs") {
  std::vector<long long> order;
  for (std::int64_t i : file.integers("/basic/perm")) order.push_back(i);
  const Tensor x = value(attention::index_select(file.tensor("/basic/x"), 1, order));
  CHECK(difference(x, file.tensor("/basic/x_permuted")) == "");
  attention::AttentionOptions options;
  options.scale = 1.0f;
  const Tensor y = value(attention::scaled_dot_product_attention(x, x, x, options)).output;
  CHECK(difference(y, file.tensor("/basic/y_permuted")) == "");
  CHECK(difference(y, value(attention::index_select(file.tensor("/basic/y"), 1, order))) == "");
}

TEST_CASE_FIXTURE(S1, "S1.17 the recipe of the narrow parameters is reproduced by the generator") {
  attention::Generator generator(101);
  for (const char* name : {"tokeys", "toqueries", "tovalues"}) {
    const Tensor weight = value(attention::init_linear(8, 8, generator, false)).weight;
    CHECK(expect::same(weight, file.tensor(std::string("/narrow_params/") + name)) == "");
  }
  const attention::LinearParameters unify = value(attention::init_linear(8, 8, generator));
  CHECK(expect::same(unify.weight, file.tensor("/narrow_params/unify_weight")) == "");
  CHECK(expect::same(*unify.bias, file.tensor("/narrow_params/unify_bias")) == "");
  CHECK(difference(value(generator.randn({2, 5, 8})), file.tensor("/narrow_params/x"), 0.0, 3e-7) == "");
}

TEST_CASE_FIXTURE(S1, "S1.18 the forward pass, step by step, with both scales and the mask") {
  const std::string p = "/narrow_params/";
  const Tensor x = file.tensor(p + "x");
  for (const std::string& kind : file.keys("/narrow")) {
    CAPTURE(kind);
    const std::string g = "/narrow/" + kind + "/";
    const bool causal = file.number(g + "mask") != 0.0;
    const float factor = static_cast<float>(1.0 / file.number(g + "scale"));
    const Tensor queries = value(attention::linear(x, file.tensor(p + "toqueries")));
    const Tensor keys = value(attention::linear(x, file.tensor(p + "tokeys")));
    const Tensor values = value(attention::linear(x, file.tensor(p + "tovalues")));
    CHECK(difference(queries, file.tensor(g + "queries")) == "");
    CHECK(difference(keys, file.tensor(g + "keys")) == "");
    CHECK(difference(values, file.tensor(g + "values")) == "");

    const auto folded = [](const Tensor& t) {
      return value(attention::fold_heads(value(attention::split_heads(t, 4))));
    };
    CHECK(difference(folded(queries), file.tensor(g + "queries_folded")) == "");
    CHECK(difference(folded(keys), file.tensor(g + "keys_folded")) == "");
    CHECK(difference(folded(values), file.tensor(g + "values_folded")) == "");

    const Tensor dot = value(attention::matmul(folded(queries), swapped(folded(keys), 1, 2)));
    CHECK(difference(dot, file.tensor(g + "dot")) == "");
    Tensor scaled = attention::scale(dot, factor);
    if (causal) scaled = value(attention::apply_mask(scaled, value(attention::causal_mask(5, 5))));
    CHECK(difference(scaled, file.tensor(g + "dot_scaled_masked")) == "");
    const Tensor weights = value(attention::softmax(scaled, 2));
    CHECK(difference(weights, file.tensor(g + "weights")) == "");
    const Tensor out = value(attention::unfold_heads(value(attention::matmul(weights, folded(values))), 4));
    CHECK(difference(out, file.tensor(g + "head_out_bhts")) == "");
    const Tensor joined = value(attention::merge_heads(out));
    CHECK(difference(joined, file.tensor(g + "concat")) == "");
    const Tensor y = value(attention::linear(joined, file.tensor(p + "unify_weight"), file.tensor(p + "unify_bias")));
    CHECK(difference(y, file.tensor(g + "y")) == "");

    // The same as one call.
    attention::MultiheadAttention parameters;
    parameters.embed_dim = 8;
    parameters.num_heads = 4;
    parameters.q_proj_weight = file.tensor(p + "toqueries");
    parameters.k_proj_weight = file.tensor(p + "tokeys");
    parameters.v_proj_weight = file.tensor(p + "tovalues");
    parameters.out_proj_weight = file.tensor(p + "unify_weight");
    parameters.out_proj_bias = file.tensor(p + "unify_bias");
    attention::MultiheadOptions options;
    options.scale = factor;
    options.is_causal = causal;
    options.average_attn_weights = false;
    const attention::MultiheadResult whole = value(attention::multihead_attention(x, x, x, parameters, options));
    CHECK(difference(whole.output, file.tensor(g + "y")) == "");
    CHECK(difference(value(attention::fold_heads(*whole.weights)), file.tensor(g + "weights")) == "");
  }
}

TEST_CASE_FIXTURE(S1, "S1.13 a single head of full width") {
  const std::string p = "/narrow_params/";
  const Tensor x = file.tensor(p + "x");
  const Tensor queries = value(attention::linear(x, file.tensor(p + "toqueries")));
  const Tensor keys = value(attention::linear(x, file.tensor(p + "tokeys")));
  const Tensor values = value(attention::linear(x, file.tensor(p + "tovalues")));
  for (int mask = 0; mask < 2; ++mask) {
    const std::string g = "/single_head/mask_" + std::to_string(mask) + "/";
    attention::AttentionOptions options;
    options.is_causal = mask == 1;
    options.need_weights = true;
    options.need_scores = attention::Scores::masked;
    const attention::AttentionResult single =
        value(attention::scaled_dot_product_attention(queries, keys, values, options));
    CHECK(difference(*single.scores, file.tensor(g + "dot_scaled")) == "");
    CHECK(difference(*single.weights, file.tensor(g + "weights")) == "");
    CHECK(difference(single.output, file.tensor(g + "y")) == "");
  }
}

TEST_CASE_FIXTURE(S1, "S1.14 wide heads are full copies side by side") {
  const Tensor w = file.tensor("/wide/W");
  std::vector<attention::WideHead> heads;
  for (int r = 0; r < 2; ++r) {
    const Tensor head = value(attention::select(w, 0, r));
    heads.push_back({value(attention::select(head, 0, 1)), value(attention::select(head, 0, 0)),
                     value(attention::select(head, 0, 2))});
  }
  const attention::WideResult wide = value(attention::wide_multihead_attention(
      file.tensor("/narrow_params/x"), heads, file.tensor("/wide/unify_weight"), file.tensor("/wide/unify_bias")));
  CHECK(difference(value(attention::stack(wide.weights, 0)), file.tensor("/wide/weights")) == "");
  CHECK(difference(value(attention::stack(wide.head_outputs, 0)), file.tensor("/wide/head_out")) == "");
  CHECK(difference(wide.output, file.tensor("/wide/y")) == "");
}

TEST_CASE_FIXTURE(S1, "S1.16 3k² = 196608 for k = 256, and what it leaves out") {
  const attention::CostShape shape{.batch = 1, .tokens = 1, .width = 256, .heads = 4};
  const attention::CostTable narrow = value(attention::count_costs(attention::HeadKind::narrow, shape));
  std::uint64_t inputs = 0;
  for (int i = 0; i < 3; ++i) inputs += narrow.operations[static_cast<std::size_t>(i)].parameters;
  CHECK(inputs == 196608);
  CHECK(static_cast<double>(inputs) == file.number("/param_counts/k256_h4_inputs_3k2"));
  CHECK(static_cast<double>(narrow.operations.back().parameters) == file.number("/param_counts/unifyheads_k2_plus_k"));
  CHECK(static_cast<double>(narrow.total.parameters) == file.number("/param_counts/total"));
  const std::vector<double> matrix = file.numbers("/param_counts/per_head_matrix");
  CHECK(static_cast<double>(inputs) == file.number("/param_counts/matrices") * matrix[0] * matrix[1]);
}
