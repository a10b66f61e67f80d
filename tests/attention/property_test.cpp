// Properties that hold for all numbers: random shapes and values from a seed that is printed on failure.
#include <algorithm>
#include <cmath>

#include "attention/attention.hpp"
#include "support/expect.hpp"

using attention::AttentionOptions;
using attention::AttentionResult;
using attention::Generator;
using attention::Shape;
using attention::Tensor;
using expect::difference;
using expect::same;
using expect::value;

namespace {

struct Sizes {
  std::size_t batch, heads, queries, keys, dim, dim_v;
};

// Runs a property on random sizes. To repeat one, put its seed here.
template <class F>
void for_random_sizes(F property) {
  for (std::uint64_t seed = 9000; seed < 9020; ++seed) {
    CAPTURE(seed);
    Generator generator(seed);
    const std::vector<std::int64_t> n = value(generator.randint_integers(1, 6, 6));
    const auto size = [&n](std::size_t i) { return static_cast<std::size_t>(n[i]); };
    property(generator, Sizes{size(0), size(1), size(2), size(3), size(4), size(5)});
  }
}

AttentionResult attend_all(const Tensor& q, const Tensor& k, const Tensor& v, AttentionOptions options = {}) {
  options.need_weights = true;
  return value(attention::scaled_dot_product_attention(q, k, v, options));
}

std::vector<long long> shuffled(Generator& generator, std::size_t n) {
  std::vector<long long> order;
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t at = value(generator.randint_integers(0, static_cast<std::int64_t>(i) + 1, 1))[0];
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(at), static_cast<long long>(i));
  }
  return order;
}

}  // namespace

TEST_CASE("rows of the weights sum to one") {
  for_random_sizes([](Generator& generator, const Sizes& s) {
    const Tensor q = value(generator.randn({s.batch, s.heads, s.queries, s.dim}));
    const Tensor k = value(generator.randn({s.batch, s.heads, s.keys, s.dim}));
    const Tensor v = value(generator.randn({s.batch, s.heads, s.keys, s.dim_v}));
    const Tensor ones = value(attention::ones({s.batch, s.heads, s.queries}));
    for (bool causal : {false, true}) {
      CHECK(difference(value(attention::sum(*attend_all(q, k, v, {.is_causal = causal}).weights, -1)), ones) == "");
    }
  });
}

TEST_CASE("S1.6 permuting tokens permutes outputs; permuting keys with their values changes nothing") {
  for_random_sizes([](Generator& generator, const Sizes& s) {
    const Tensor x = value(generator.randn({s.batch, s.keys, s.dim}));
    const std::vector<long long> order = shuffled(generator, s.keys);
    const Tensor moved = value(attention::index_select(x, 1, order));
    const Tensor y = attend_all(x, x, x).output;
    CHECK(difference(attend_all(moved, moved, moved).output, value(attention::index_select(y, 1, order))) == "");
    CHECK(difference(attend_all(x, moved, moved).output, y) == "");
  });
}

TEST_CASE("causal: output t ignores every token after t") {
  for_random_sizes([](Generator& generator, const Sizes& s) {
    const Tensor x = value(generator.randn({s.batch, s.heads, s.keys, s.dim}));
    const Tensor y = attend_all(x, x, x, {.is_causal = true}).output;
    for (std::size_t t = 0; t < s.keys; ++t) {
      const long long past = static_cast<long long>(t) + 1, all = static_cast<long long>(s.keys);
      const Tensor later = value(generator.randn({s.batch, s.heads, s.keys - t - 1, s.dim}));
      const Tensor changed = value(attention::concat({value(attention::slice(x, 2, 0, past)), later}, 2));
      const Tensor z = attend_all(changed, changed, changed, {.is_causal = true}).output;
      CHECK(same(value(attention::slice(z, 2, 0, past)), value(attention::slice(y, 2, 0, past))) == "");
      CHECK(all >= past);
    }
  });
}

TEST_CASE("narrow heads equal their own single heads") {
  for_random_sizes([](Generator& generator, const Sizes& s) {
    const std::size_t width = s.heads * s.dim;
    const Tensor q = value(generator.randn({s.batch, s.queries, width}));
    const Tensor k = value(generator.randn({s.batch, s.keys, width}));
    const Tensor v = value(generator.randn({s.batch, s.keys, width}));
    const Tensor together =
        attend_all(value(attention::split_heads(q, s.heads)), value(attention::split_heads(k, s.heads)),
                   value(attention::split_heads(v, s.heads)))
            .output;
    for (std::size_t h = 0; h < s.heads; ++h) {
      const long long from = static_cast<long long>(h * s.dim), to = from + static_cast<long long>(s.dim);
      const Tensor alone = attend_all(value(attention::slice(q, 2, from, to)), value(attention::slice(k, 2, from, to)),
                                      value(attention::slice(v, 2, from, to)))
                               .output;
      CHECK(same(alone, value(attention::select(together, 1, static_cast<long long>(h)))) == "");
    }
  });
}

TEST_CASE("S3.9 rows and columns agree: A = KᵀQ, softmax down, B = V A′ is the transpose") {
  for_random_sizes([](Generator& generator, const Sizes& s) {
    const Tensor q = value(generator.randn({s.queries, s.dim})), k = value(generator.randn({s.keys, s.dim}));
    const Tensor v = value(generator.randn({s.keys, s.dim_v}));
    const Tensor q_columns = value(attention::transpose(q, 0, 1)), v_columns = value(attention::transpose(v, 0, 1));
    const Tensor a = value(attention::matmul(k, q_columns));
    const Tensor b = value(attention::matmul(v_columns, value(attention::softmax(a, 0))));
    CHECK(difference(value(attention::transpose(b, 0, 1)), attend_all(q, k, v, {.scale = 1.0f}).output) == "");
  });
}

TEST_CASE("the batch is independent sequences") {
  for_random_sizes([](Generator& generator, const Sizes& s) {
    const Tensor x = value(generator.randn({s.batch, s.keys, s.dim}));
    const Tensor y = attend_all(x, x, x).output;
    for (std::size_t b = 0; b < s.batch; ++b) {
      const Tensor one = value(attention::select(x, 0, static_cast<long long>(b)));
      CHECK(same(attend_all(one, one, one).output, value(attention::select(y, 0, static_cast<long long>(b)))) == "");
    }
  });
}

TEST_CASE("an output lies between the smallest and the largest value") {
  for_random_sizes([](Generator& generator, const Sizes& s) {
    const Tensor q = value(generator.randn({s.queries, s.dim})), k = value(generator.randn({s.keys, s.dim}));
    const Tensor v = value(generator.randn({s.keys, 1}));
    const Tensor y = attend_all(q, k, v).output;
    const float low = *std::min_element(v.data(), v.data() + v.size());
    const float high = *std::max_element(v.data(), v.data() + v.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
      CHECK(y.data()[i] >= low - 1e-6f);
      CHECK(y.data()[i] <= high + 1e-6f);
    }
  });
}

TEST_CASE("S3.11 attention equals convolution on random sizes") {
  for_random_sizes([](Generator& generator, const Sizes& s) {
    const std::size_t field = 2 * (s.heads % 3) + 1;
    const Tensor x = value(generator.randn({s.batch, s.keys, s.dim}));
    const Tensor weight = value(generator.randn({s.dim_v, s.dim, field}));
    const Tensor attended =
        value(attention::attend_as_convolution(x, value(attention::convolution_as_attention(weight, s.keys))));
    CHECK(difference(attended, value(attention::convolution(x, weight))) == "");
  });
}

TEST_CASE("gather of patches is undone by scatter") {
  for_random_sizes([](Generator& generator, const Sizes& s) {
    const std::size_t size = s.heads, stride = std::min(s.queries, size);
    const std::size_t height = size + stride * (s.keys - 1), width = size + stride * (s.dim - 1);
    const Tensor image = value(generator.randn({s.batch, 3, height, width}));
    const attention::PatchGrid grid = value(attention::patch_grid(3, height, width, size, stride));
    CHECK(difference(value(attention::unpatch(value(attention::patches(image, size, stride)), grid)), image) == "");
  });
}
