// The gradient of attention through the public function: against PyTorch's (golden/gradients.json), against central
// differences in float64, and the forward's broadcasting, masks and errors.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <variant>

#include "attention/attention.hpp"
#include "attention/fast/tensors_support.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

using attention::AttentionBackwardOptions;
using attention::AttentionGradients;
using attention::Shape;
using attention::Tensor;
using expect::difference;
using expect::value;
using kernel_tests::drawn_tensor;

namespace {

AttentionGradients backward(const Tensor& grad_output, const Tensor& query, const Tensor& key, const Tensor& v,
                            const AttentionBackwardOptions& options = {}) {
  return value(attention::scaled_dot_product_attention_backward(grad_output, query, key, v, options));
}

struct Golden {
  golden::File file{"gradients"};

  AttentionBackwardOptions options(const std::string& at) const {
    AttentionBackwardOptions options;
    for (const std::string& key : file.keys(at)) {
      const std::string path = at + "/" + key;
      if (key == "is_causal") options.is_causal = file.number(path) != 0;
      if (key == "enable_gqa") options.enable_gqa = file.number(path) != 0;
      if (key == "scale") options.scale = static_cast<float>(file.number(path));
      if (key != "attn_mask") continue;
      const rapidjson::Value* cell = &file.at(path);
      while (cell->IsArray()) cell = &(*cell)[0];
      const Tensor mask = file.tensor(path);
      options.attn_mask =
          cell->IsBool() ? attention::Mask(value(attention::mask_from_matrix(mask))) : attention::Mask(mask);
    }
    return options;
  }
};

// Σ grad_output ⊙ attention in float64, cell by cell, on (B, T, D): q (B, T_q, D), k (B, T_k, D), v (B, T_k, D_v).
struct Small {
  std::size_t batch, queries, keys, width, value_width;
  bool causal;
  double scale;

  double loss(const std::vector<double>& g, const std::vector<double>& q, const std::vector<double>& k,
              const std::vector<double>& v) const {
    double total = 0.0;
    for (std::size_t b = 0; b < batch; ++b)
      for (std::size_t i = 0; i < queries; ++i) {
        double sum = 0.0, mixed = 0.0;
        for (std::size_t j = 0; j < (causal ? std::min(keys, i + 1) : keys); ++j) {
          double score = 0.0, share = 0.0;
          for (std::size_t d = 0; d < width; ++d)
            score += q[(b * queries + i) * width + d] * k[(b * keys + j) * width + d];
          for (std::size_t d = 0; d < value_width; ++d)
            share += g[(b * queries + i) * value_width + d] * v[(b * keys + j) * value_width + d];
          const double weight = std::exp(score * scale);
          sum += weight;
          mixed += weight * share;
        }
        total += mixed / sum;
      }
    return total;
  }
};

std::vector<double> wide(const Tensor& t) { return {t.begin(), t.end()}; }

// (f(x + h) − f(x − h)) / 2h for each cell of x.
std::vector<double> central_differences(std::vector<double>& x, const std::function<double()>& f) {
  constexpr double h = 1e-5;
  std::vector<double> slopes;
  for (double& cell : x) {
    const double before = cell;
    cell = before + h;
    const double above = f();
    cell = before - h;
    slopes.push_back((above - f()) / (2.0 * h));
    cell = before;
  }
  return slopes;
}

double distance(const Tensor& got, const std::vector<double>& wanted) {
  return kernel_tests::distance({got.begin(), got.end()}, wanted);
}

std::string error_of(const Tensor& grad_output, const Tensor& query, const Tensor& key, const Tensor& v,
                     const AttentionBackwardOptions& options = {}) {
  return expect::error(attention::scaled_dot_product_attention_backward(grad_output, query, key, v, options));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("attention's gradient is PyTorch's, for every option") {
  const Golden golden;
  for (const std::string& name : golden.file.keys("/cases")) {
    CAPTURE(name);
    const std::string at = "/cases/" + name;
    const auto tensor = [&](const char* key) { return golden.file.tensor(at + "/" + key); };
    const AttentionGradients g =
        backward(tensor("grad_output"), tensor("query"), tensor("key"), tensor("value"), golden.options(at));
    CHECK(difference(g.query, tensor("grad_query")) == "");
    CHECK(difference(g.key, tensor("grad_key")) == "");
    CHECK(difference(g.value, tensor("grad_value")) == "");
  }
}

TEST_CASE("attention's gradient is the slope that central differences find") {
  for (const Small& s : {Small{2, 5, 5, 4, 4, true, 0.5}, {1, 3, 7, 2, 5, false, 1.0}, {3, 6, 2, 3, 1, true, -0.7}}) {
    const Tensor g = drawn_tensor({s.batch, s.queries, s.value_width}, 1),
                 query = drawn_tensor({s.batch, s.queries, s.width}, 2),
                 key = drawn_tensor({s.batch, s.keys, s.width}, 3),
                 values = drawn_tensor({s.batch, s.keys, s.value_width}, 4);
    const AttentionGradients got =
        backward(g, query, key, values, {.is_causal = s.causal, .scale = static_cast<float>(s.scale)});
    std::vector<double> out = wide(g), q = wide(query), k = wide(key), v = wide(values);
    const auto loss = [&] { return s.loss(out, q, k, v); };
    CHECK(distance(got.query, central_differences(q, loss)) < 2e-6);
    CHECK(distance(got.key, central_differences(k, loss)) < 2e-6);
    CHECK(distance(got.value, central_differences(v, loss)) < 2e-6);
  }
}

TEST_CASE("attention's gradient of a stretched input is the sum over what it was stretched to") {
  const Tensor q = drawn_tensor({2, 3, 5, 4}, 1), k = drawn_tensor({3, 7, 4}, 2), v = drawn_tensor({1, 7, 6}, 3),
               g = drawn_tensor({2, 3, 5, 6}, 4);
  const auto stretched = [](const Tensor& x) {  // to (2, 3, …)
    Tensor all = value(attention::zeros({2, 3, x.shape()[x.dimension() - 2], x.shape()[x.dimension() - 1]}));
    for (std::size_t i = 0; i < all.size(); ++i) all.data()[i] = x.data()[i % x.size()];
    return all;
  };
  const AttentionGradients small = backward(g, q, k, v), whole = backward(g, q, stretched(k), stretched(v));
  CHECK(difference(small.query, whole.query) == "");
  const auto summed = [](const Tensor& all, const Tensor& like) {
    std::vector<double> sums(like.size());
    for (std::size_t i = 0; i < all.size(); ++i) sums[i % like.size()] += all.data()[i];
    return sums;
  };
  CHECK(distance(small.key, summed(whole.key, k)) < 2e-6);
  CHECK(distance(small.value, summed(whole.value, v)) < 2e-6);
}

TEST_CASE("attention's gradient: a mask that ends before the last key blocks the keys beyond it") {
  const Tensor q = drawn_tensor({5, 4}, 1), k = drawn_tensor({9, 4}, 2), v = drawn_tensor({9, 3}, 3),
               g = drawn_tensor({5, 3}, 4);
  const Tensor short_mask = drawn_tensor({5, 6}, 5);
  const Tensor blocked = value(attention::full({5, 3}, -std::numeric_limits<float>::infinity()));
  const AttentionGradients brief = backward(g, q, k, v, {.attn_mask = short_mask}),
                           whole = backward(g, q, k, v, {.attn_mask = *attention::concat({short_mask, blocked}, -1)});
  CHECK(difference(brief.query, whole.query) == "");
  CHECK(difference(brief.key, whole.key) == "");
  CHECK(difference(brief.value, whole.value) == "");
  // The lowest finite number instead of −∞ does not block a row: it is uniform, as in the forward call.
  const Tensor lowest = value(attention::full({5, 9}, std::numeric_limits<float>::lowest()));
  const AttentionGradients even = backward(g, q, k, v, {.attn_mask = lowest}),
                           level = backward(g, value(attention::zeros({5, 4})), k, v);
  CHECK(difference(even.value, level.value) == "");
}

TEST_CASE("attention's gradient: no queries, no keys, values of width 0, a batch of none") {
  const auto zeros = [](const Tensor& x) { return value(attention::zeros(attention::shape_of(x))); };
  const std::pair<Shape, Shape> cases[] = {{{0, 4}, {7, 4}}, {{5, 4}, {0, 4}}, {{5, 0}, {7, 0}}, {{0, 5, 4}, {7, 4}}};
  for (const auto& [query_shape, key_shape] : cases) {
    CAPTURE(attention::describe(query_shape));
    Shape value_shape = key_shape, output_shape = query_shape;
    value_shape.back() = output_shape.back() = 3;
    const Tensor q = drawn_tensor(query_shape, 1), k = drawn_tensor(key_shape, 2), v = drawn_tensor(value_shape, 3);
    const AttentionGradients g = backward(drawn_tensor(output_shape, 4), q, k, v);
    CHECK(expect::same(g.query, zeros(q)) == "");
    CHECK(expect::same(g.key, zeros(k)) == "");
    CHECK(attention::shape_of(g.value) == value_shape);
  }
  const Tensor q = drawn_tensor({5, 4}, 1), k = drawn_tensor({7, 4}, 2), none = drawn_tensor({7, 0}, 3);
  CHECK(expect::same(backward(drawn_tensor({5, 0}, 4), q, k, none).query, zeros(q)) == "");
}

TEST_CASE("attention's gradient names what is wrong, as the forward call does") {
  const Tensor q = drawn_tensor({5, 4}, 1), k = drawn_tensor({7, 4}, 2), v = drawn_tensor({7, 3}, 3),
               g = drawn_tensor({5, 3}, 4);
  const auto broken = [](Tensor x) {
    x.data()[5] = std::numeric_limits<float>::quiet_NaN();
    return x;
  };
  const float infinity = std::numeric_limits<float>::infinity();
  const Tensor flat = drawn_tensor({4}, 1);
  struct Case {
    Tensor g, q, k, v;
    AttentionBackwardOptions options;
    std::string wanted;  // of the gradient and, but for grad_output, of the forward call
  };
  const Case cases[] = {
      {g, flat, k, v, {}, "rank at query"},
      {g, q, flat, v, {}, "rank at key"},
      {g, q, k, flat, {}, "rank at value"},
      {g, q, drawn_tensor({7, 5}, 2), v, {}, "shape at key, axis -1"},
      {g, q, k, drawn_tensor({6, 3}, 3), {}, "shape at value, axis -2"},
      {g, drawn_tensor({2, 5, 4}, 1), drawn_tensor({3, 7, 4}, 2), v, {}, "shape at "},
      {g, drawn_tensor({2, 5, 4}, 1), k, drawn_tensor({3, 7, 3}, 3), {}, "shape at "},
      {g, broken(q), k, v, {}, "not-finite at query[1, 1]"},
      {g, q, broken(k), v, {}, "not-finite at key[1, 1]"},
      {g, q, k, broken(v), {}, "not-finite at value[1, 2]"},
      {g, q, k, v, {.attn_mask = drawn_tensor({4, 7}, 4)}, "mask at attn_mask"},
      {g, q, k, v, {.attn_mask = attention::BoolTensor::from_shape({5, 8})}, "mask at attn_mask"},
      {g, q, k, v, {.attn_mask = broken(drawn_tensor({5, 7}, 4))}, "not-finite at attn_mask[0, 5]"},
      {g, q, k, v, {.scale = infinity}, "range at scale"},
      {g, q, k, v, {.enable_gqa = true}, "rank at query"},
      {g,
       drawn_tensor({3, 5, 4}, 1),
       drawn_tensor({2, 7, 4}, 2),
       drawn_tensor({2, 7, 3}, 2),
       {.enable_gqa = true},
       "heads at query"},
      {g, attention::scale(q, 1e30f), attention::scale(k, 1e30f), v, {}, "overflow at "},
  };
  for (const auto& [grad_output, query, key, values, options, wanted] : cases) {
    CAPTURE(wanted);
    CHECK(contains(error_of(grad_output, query, key, values, options), wanted));
    const auto forward = attention::scaled_dot_product_attention(
        query, key, values, {.attn_mask = options.attn_mask, .scale = options.scale, .enable_gqa = options.enable_gqa});
    CHECK(contains(expect::error(forward), wanted));
  }
  CHECK(error_of(drawn_tensor({5, 4}, 4), q, k, v) ==
        "shape at grad_output: grad_output must have the shape (5, 3), as the output has it, but has (5, 4).");
  CHECK(contains(error_of(drawn_tensor({1, 5, 3}, 4), q, k, v), "shape at grad_output"));
  CHECK(contains(error_of(broken(g), q, k, v), "not-finite at grad_output[1, 2]"));
  const std::string large = error_of(attention::scale(g, 1e30f), q, k, attention::scale(v, 1e30f));
  CHECK(contains(large, "overflow at "));
  CHECK(contains(large, "Make "));
}

TEST_CASE("attention's gradient: 16,384 tokens need less than 64 MB of scratch space in every set") {
  const kernel_tests::Head head{.queries = 16384, .keys = 16384, .width = 64, .value_width = 64};
  for (const attention::kernels::GradientKernels* set : attention::kernels::available_gradients()) {
    CHECK(set->attend_space(head) * sizeof(float) < (64u << 20));
  }
}
