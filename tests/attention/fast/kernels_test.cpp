// Every kernel set that this machine runs against the float64 reference, at every remainder of every tile size.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "attention/fast/kernels_support.hpp"

using attention::kernels::available;
using attention::kernels::Head;
using attention::kernels::Kernels;
using attention::kernels::Product;
namespace reference = attention::kernels::reference;
using namespace kernel_tests;

namespace {

constexpr double allowed = 1e-6;  // of the largest value

// The largest tile is 12 × 32 (AVX-512); blocks are 128 keys, 256 of the inner axis, at most 48 queries.
constexpr std::size_t past_tile_rows = 25, past_tile_columns = 66;

template <class Body>
void for_each_set(Body body) {
  for (const Kernels* set : available()) {
    CAPTURE(std::string(set->name));
    body(*set);
  }
}

void expect_product(const Kernels& set, std::size_t m, std::size_t n, std::size_t k, bool transposed, bool biased) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(k);
  const std::vector<float> a = numbers(m * k, 1), b = numbers(k * n, 2), bias = numbers(n, 3);
  const Product p{.a = {a.data(), k},
                  .b = {b.data(), transposed ? k : n},
                  .b_transposed = transposed,
                  .bias = biased ? bias.data() : nullptr,
                  .m = m,
                  .n = n,
                  .k = k};
  CHECK(distance(gemm(set, p), reference::gemm(p)) <= allowed);
}

void expect_attention(const Kernels& set, const Head& h, double tolerance = allowed) {
  CAPTURE(h.queries);
  CAPTURE(h.keys);
  CAPTURE(h.width);
  CAPTURE(h.value_width);
  bool done = false;
  const std::vector<float> output = attend(set, h, &done);
  REQUIRE(done);
  CHECK(distance(output, reference::attend(h)) <= tolerance);
}

void expect_softmax(const Kernels& set, const std::vector<float>& x, std::size_t rows, float factor) {
  const std::size_t columns = x.size() / rows;
  CAPTURE(columns);
  std::vector<float> y(x.size(), -77.0f);
  REQUIRE(set.softmax(x.data(), y.data(), rows, columns, factor));
  std::vector<double> wanted;
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<double> row(x.begin() + static_cast<std::ptrdiff_t>(r * columns),
                            x.begin() + static_cast<std::ptrdiff_t>((r + 1) * columns));
    for (double& cell : row) cell *= factor;
    reference::softmax(row);
    wanted.insert(wanted.end(), row.begin(), row.end());
  }
  CHECK(distance(y, wanted) <= allowed);
}

}  // namespace

TEST_CASE("kernels: this machine has at least one set, and the fastest is the one that is used") {
  REQUIRE(!available().empty());
  CHECK(&attention::kernels::best() == available().back());
}

TEST_CASE("kernels: a · b + c adds the product to c, not a to another") {
  // LLVM 21 turns it into c · a + b if contraction is left to it: then 2·3 + 5·7 is no longer 41.
  const float a[] = {2.0f, 5.0f}, b[] = {3.0f, 7.0f};
  for_each_set([&](const Kernels& set) {
    CHECK(gemm(set, {.a = {a, 2}, .b = {b, 1}, .m = 1, .n = 1, .k = 2})[0] == 41.0f);
    // Every place of every tile, with sums that are whole numbers and so exact.
    const std::size_t m = past_tile_rows, n = past_tile_columns;
    std::vector<float> left(m * 3), right(3 * n);
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<float>(1 + i % 7);
    for (std::size_t i = 0; i < right.size(); ++i) right[i] = static_cast<float>(2 + i % 11);
    const Product p{.a = {left.data(), 3}, .b = {right.data(), n}, .m = m, .n = n, .k = 3};
    const std::vector<float> c = gemm(set, p);
    const std::vector<double> wanted = reference::gemm(p);
    for (std::size_t i = 0; i < c.size(); ++i) REQUIRE(double{c[i]} == wanted[i]);
  });
}

TEST_CASE("kernels: products of a transposed a, and products added to what is there, at every remainder") {
  for_each_set([](const Kernels& set) {
    for (std::size_t m = 1; m <= past_tile_rows; ++m) {
      for (const bool add : {false, true}) {
        const std::size_t n = 3 * m % past_tile_columns + 1, k = m % 3 == 0 ? 300 : m;
        const std::vector<float> a = numbers(m * k, 1), b = numbers(k * n, 2);
        const Product p{
            .a = {a.data(), m}, .b = {b.data(), n}, .a_transposed = true, .add = add, .m = m, .n = n, .k = k};
        std::vector<double> wanted = reference::gemm(p);
        for (double& cell : wanted) cell += add ? -77.0 : 0.0;  // what gemm() fills c with
        CHECK(distance(gemm(set, p), wanted) <= allowed);
      }
    }
  });
}

TEST_CASE("kernels: matrix products at every remainder of the tiles") {
  for_each_set([](const Kernels& set) {
    for (std::size_t m = 1; m <= past_tile_rows; ++m) expect_product(set, m, 35, 9, m % 2 == 0, m % 3 == 0);
    for (std::size_t n = 1; n <= past_tile_columns; ++n) expect_product(set, 13, n, 7, n % 2 == 0, n % 3 == 0);
    for (std::size_t k = 0; k <= 9; ++k) expect_product(set, 13, 35, k, k % 2 == 0, true);
    for (std::size_t k = 255; k <= 258; ++k) expect_product(set, 13, 35, k, k % 2 == 0, true);
  });
}

TEST_CASE("kernels: matrix products over several blocks of each axis") {
  for_each_set([](const Kernels& set) {
    expect_product(set, 97, 70, 600, false, true);
    expect_product(set, 200, 33, 513, true, false);
    expect_product(set, 5, 1030, 40, false, true);
    expect_product(set, 5, 2050, 40, true, false);
    expect_product(set, 1, 1, 1024, false, false);
  });
}

TEST_CASE("kernels: softmax of rows of every length, with −∞, large numbers and a factor") {
  for_each_set([](const Kernels& set) {
    for (std::size_t columns = 1; columns <= 70; ++columns) expect_softmax(set, numbers(columns * 3, 5, 4.0f), 3, 1.0f);
    expect_softmax(set, numbers(2 * 2048, 6, 5.0f), 2, 0.5f);
    std::vector<float> some = numbers(37, 7, 300.0f);
    some[0] = some[20] = some[36] = -std::numeric_limits<float>::infinity();
    expect_softmax(set, some, 1, 1.0f);
    const std::vector<float> none(37, -std::numeric_limits<float>::infinity());
    expect_softmax(set, none, 1, 1.0f);
  });
}

TEST_CASE("kernels: softmax reports NaN and +∞ at any position") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for_each_set([](const Kernels& set) {
    for (const float rest : {1.0f, -infinity})
      for (const float bad : {std::numeric_limits<float>::quiet_NaN(), infinity})
        for (std::size_t place = 0; place < 70; ++place) {
          std::vector<float> x(70, rest), y(70);
          x[place] = bad;
          CHECK(!set.softmax(x.data(), y.data(), 2, 35, 1.0f));
        }
  });
}

TEST_CASE("kernels: attention at every remainder of the tiles") {
  for_each_set([](const Kernels& set) {
    for (std::size_t queries = 1; queries <= 50; ++queries) expect_attention(set, draw(queries, 19, 5, 3).head);
    for (std::size_t keys = 1; keys <= past_tile_columns; ++keys) expect_attention(set, draw(7, keys, 4, 6).head);
    for (std::size_t keys = 126; keys <= 130; ++keys) expect_attention(set, draw(7, keys, 4, 6).head);
    for (std::size_t keys = 255; keys <= 257; ++keys) expect_attention(set, draw(51, keys, 4, 6).head);
    for (std::size_t width = 1; width <= 9; ++width) expect_attention(set, draw(7, 19, width, 6).head);
    for (std::size_t width = 1; width <= past_tile_columns; ++width) expect_attention(set, draw(7, 19, 4, width).head);
    expect_attention(set, draw(130, 300, 64, 64).head);
    expect_attention(set, draw(60, 200, 200, 130).head);
  });
}

TEST_CASE("kernels: causal attention at every remainder, with and without a past") {
  for_each_set([](const Kernels& set) {
    for (std::size_t tokens = 1; tokens <= 100; ++tokens) {
      Drawn d = draw(tokens, tokens, 4, 3);
      d.head.causal = true;
      expect_attention(set, d.head);
    }
    for (const std::size_t past : {1, 5, 100, 127, 128, 140}) {
      Drawn d = draw(70, 70 + past, 6, 9);
      d.head.causal = true;
      d.head.past = past;
      expect_attention(set, d.head);
    }
    Drawn fewer = draw(200, 150, 8, 8);  // more queries than keys: the last ones see them all
    fewer.head.causal = true;
    expect_attention(set, fewer.head);
    Drawn more = draw(50, 300, 8, 8);
    more.head.causal = true;
    expect_attention(set, more.head);
  });
}

TEST_CASE("kernels: attention under masks, softcap, and scores from which the largest must be taken") {
  for_each_set([](const Kernels& set) {
    for (const std::size_t keys : {19, 128, 150, 260}) {
      const std::size_t queries = 53;
      Drawn d = draw(queries, keys, 6, 5);
      std::vector<std::uint8_t> may(queries * keys);
      std::vector<float> added = numbers(queries * keys, 9, 3.0f);
      for (std::size_t i = 0; i < may.size(); ++i) may[i] = added[i] > -1.0f;
      for (std::size_t i = 0; i < added.size(); i += 5) added[i] = -std::numeric_limits<float>::infinity();

      Head masked = d.head;
      masked.may = may.data();
      masked.mask_row = keys;
      masked.mask_column = 1;
      expect_attention(set, masked);
      masked.causal = true;
      expect_attention(set, masked);
      masked.softcap = 1.5f;
      expect_attention(set, masked);

      Head biased = d.head;
      biased.added = added.data();
      biased.mask_row = keys;
      biased.mask_column = 1;
      expect_attention(set, biased);
      biased.mask_row = 0;  // one row for all queries
      expect_attention(set, biased);
      biased.mask_row = 1;  // one column for all keys
      biased.mask_column = 0;
      std::vector<float> whole = numbers(queries, 11);
      biased.added = whole.data();
      expect_attention(set, biased);

      // A score of 100 has a precision of 2⁻¹⁷ in float32: no float32 score can be closer than half of that.
      Head large = d.head;
      large.scale = 8.0f;
      expect_attention(set, large, 100.0 / (1 << 24));
      large.softcap = 20.0f;
      expect_attention(set, large);
    }
  });
}

TEST_CASE("kernels: a query that may attend to nothing gets zeros") {
  for_each_set([](const Kernels& set) {
    Drawn d = draw(20, 140, 6, 5);
    std::vector<std::uint8_t> may(20 * 140, 1);
    for (std::size_t j = 0; j < 140; ++j) may[3 * 140 + j] = may[19 * 140 + j] = 0;
    d.head.may = may.data();
    d.head.mask_row = 140;
    d.head.mask_column = 1;
    std::vector<float> log_sum_exp(20);
    d.head.log_sum_exp = log_sum_exp.data();
    expect_attention(set, d.head);
    const std::vector<float> output = attend(set, d.head);
    for (const std::size_t query : {3, 19})
      for (std::size_t c = 0; c < 5; ++c) CHECK(output[query * 5 + c] == 0.0f);
    CHECK(log_sum_exp[3] == -std::numeric_limits<float>::infinity());

    d.head.keys = 0;
    for (const float cell : attend(set, d.head)) CHECK(cell == 0.0f);
  });
}

TEST_CASE("kernels: the logarithm of a row's sum gives every weight back") {
  for_each_set([](const Kernels& set) {
    for (const float softcap : {0.0f, 3.0f}) {
      Drawn d = draw(50, 150, 16, 4);
      d.head.softcap = softcap;  // with it the largest score is subtracted first, without it is not
      d.head.causal = true;
      std::vector<float> log_sum_exp(50);
      d.head.log_sum_exp = log_sum_exp.data();
      attend(set, d.head);
      for (std::size_t i = 0; i < 50; ++i) {
        double total = 0.0;
        for (std::size_t j = 0; j < 150; ++j)
          total += std::exp(reference::score(d.head, i, j) - double{log_sum_exp[i]});
        CHECK(std::abs(total - 1.0) <= 4e-6);
      }
    }
  });
}

TEST_CASE("kernels: rows may lie apart, and a second head may use the packed keys of the first") {
  for_each_set([](const Kernels& set) {
    const std::size_t tokens = 60, width = 8, heads = 3, apart = width * heads;
    const std::vector<float> q = numbers(tokens * apart, 1), k = numbers(tokens * width, 2),
                             v = numbers(tokens * width, 3);
    std::vector<float> output(tokens * apart, -77.0f);
    Head h = draw(tokens, tokens, width, width).head;
    std::vector<float> space(set.attend_space(h));
    for (std::size_t head = 0; head < heads; ++head) {
      h.query = {q.data() + head * width, apart};
      h.key = {k.data(), width};
      h.value = {v.data(), width};
      h.output = output.data() + head * width;
      h.output_step = apart;
      REQUIRE(set.attend(h, head > 0, space.data()));
      const std::vector<double> wanted = reference::attend(h);
      std::vector<float> own;
      for (std::size_t i = 0; i < tokens; ++i)
        own.insert(own.end(), output.begin() + static_cast<std::ptrdiff_t>(i * apart + head * width),
                   output.begin() + static_cast<std::ptrdiff_t>(i * apart + (head + 1) * width));
      CHECK(distance(own, wanted) <= allowed);
    }
  });
}

TEST_CASE("kernels: the same call gives the same bits") {
  for_each_set([](const Kernels& set) {
    for (const bool causal : {false, true}) {
      Drawn d = draw(150, 150, 33, 20);
      d.head.causal = causal;
      CHECK(attend(set, d.head) == attend(set, d.head));
    }
    const Drawn d = draw(90, 70, 300, 20);
    const Product p{.a = d.head.query, .b = d.head.key, .b_transposed = true, .m = 90, .n = 70, .k = 300};
    CHECK(gemm(set, p) == gemm(set, p));
  });
}

TEST_CASE("kernels: values of any size mix, small and large") {
  for_each_set([](const Kernels& set) {
    for (const float size : {1e-30f, 1e-17f, 1e17f, 1e29f}) {
      Drawn d = draw(20, 150, 16, 9);
      for (float& x : d.value) x *= size;
      CAPTURE(size);
      expect_attention(set, d.head);
    }
  });
}

TEST_CASE("kernels: what is not finite, or might overflow, is left to the plain path") {
  for_each_set([](const Kernels& set) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38f}) {
      for (const std::size_t place : {0, 40, 89}) {
        Drawn q = draw(30, 30, 3, 3), k = q, v = q;
        q.query[place] = k.key[place] = v.value[place] = bad;
        q.head.query.data = q.query.data();
        k.head.query.data = k.query.data();
        k.head.key.data = k.key.data();
        v.head.value.data = v.value.data();
        for (const Head& h : {q.head, k.head, v.head}) {
          bool done = true;
          attend(set, h, &done);
          CHECK(!done);
        }
      }
    }
  });
}
