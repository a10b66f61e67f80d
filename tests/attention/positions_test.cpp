// Positions: the formulas, and the characteristic property of each scheme.
#include <cmath>

#include "attention/inputs/positions.hpp"
#include "attention/random/generator.hpp"
#include "attention/scores.hpp"
#include "attention/tensor/matmul.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "support/expect.hpp"

using attention::Tensor;
using expect::difference;
using expect::same;
using expect::tensor;
using expect::value;

TEST_CASE("sinusoidal: sine in even columns, cosine of the same angle beside it") {
  const Tensor table = value(attention::sinusoidal(50, 6));
  for (std::size_t t : {0u, 1u, 49u}) {
    for (std::size_t i = 0; i < 3; ++i) {
      const double angle = static_cast<double>(t) / std::pow(10000.0, 2.0 * static_cast<double>(i) / 6.0);
      CHECK(table(t, 2 * i) == doctest::Approx(std::sin(angle)).epsilon(1e-6));
      CHECK(table(t, 2 * i + 1) == doctest::Approx(std::cos(angle)).epsilon(1e-6));
    }
  }
  CHECK(expect::misprint(value(attention::sinusoidal(2, 4)), R"([[0.0000, 1.0000, 0.0000, 1.0000],
                                                                [0.8415, 0.5403, 0.0100, 0.9999]])") == "");
  const Tensor later = value(attention::sinusoidal(2, 6, 10000.0, 48));
  CHECK(same(later, value(attention::slice(table, 0, 48, 50))) == "");
  CHECK(attention::shape_of(value(attention::sinusoidal(2, 5))) == attention::Shape{2, 5});
  CHECK(attention::shape_of(value(attention::sinusoidal(0, 4))) == attention::Shape{0, 4});
  CHECK(attention::shape_of(value(attention::sinusoidal(3, 0))) == attention::Shape{3, 0});
}

TEST_CASE("a table of positions is added to each sequence, as many rows as there are tokens") {
  const Tensor x = tensor({2, 1, 2}, {1, 2, 3, 4}), table = tensor({3, 2}, {10, 20, 30, 40, 50, 60});
  CHECK(same(value(attention::add_positions(x, table)), tensor({2, 1, 2}, {11, 22, 13, 24})) == "");
  CHECK(expect::error(attention::add_positions(x, tensor({3, 1}, {1, 2, 3}))) ==
        "shape at table: x (2, 1, 2) needs 1 position vectors of 2 numbers each; the table is (3, 1).");
  CHECK(expect::error(attention::add_positions(x, x)).starts_with("rank at table"));
  CHECK(expect::error(attention::add_positions(tensor({1}, {1}), table)).starts_with("rank at x"));
}

TEST_CASE("rotary turns pairs by position times frequency: interleaved and half-split") {
  const Tensor x = tensor({2, 4}, {1, 0, 1, 0, 1, 0, 1, 0});
  const double slow = 1.0 / 100.0;
  const float c1 = static_cast<float>(std::cos(1.0)), s1 = static_cast<float>(std::sin(1.0));
  const float c2 = static_cast<float>(std::cos(slow)), s2 = static_cast<float>(std::sin(slow));
  CHECK(difference(value(attention::rotary(x)), tensor({2, 4}, {1, 0, 1, 0, c1, s1, c2, s2})) == "");
  // Half-split pairs 0 with 2 and 1 with 3.
  CHECK(difference(value(attention::rotary(x, {.interleaved = false})),
                   tensor({2, 4}, {1, 0, 1, 0, c1 - s1, 0, s1 + c1, 0})) == "");
}

TEST_CASE("rotary of no tokens, and of tokens without features") {
  for (const attention::Shape& shape : {attention::Shape{0, 4}, attention::Shape{3, 0}})
    for (const bool interleaved : {false, true}) {
      const Tensor x = attention::Tensor::from_shape(shape);
      CHECK(attention::shape_of(value(attention::rotary(x, {.interleaved = interleaved}))) == shape);
    }
}

TEST_CASE("rotary keeps lengths, and a product depends on the distance only") {
  attention::Generator generator(11);
  const Tensor q = value(generator.randn({1, 8})), k = value(generator.randn({1, 8}));
  for (bool interleaved : {true, false}) {
    const auto at = [&](const Tensor& x, std::size_t position) {
      return value(attention::rotary(x, {.offset = position, .interleaved = interleaved}));
    };
    const Tensor near = value(attention::dot_scores(at(q, 7), at(k, 4)));
    CHECK(difference(near, value(attention::dot_scores(at(q, 103), at(k, 100))), 1e-4, 1e-5) == "");
    CHECK(difference(value(attention::dot_scores(at(q, 9), at(q, 9))), value(attention::dot_scores(q, q))) == "");
    CHECK(same(at(q, 0), q) == "");
  }
}

TEST_CASE("ALiBi: slopes of the paper, distances subtracted") {
  CHECK(same(value(attention::alibi_slopes(8)),
             tensor({8}, {0x1p-1f, 0x1p-2f, 0x1p-3f, 0x1p-4f, 0x1p-5f, 0x1p-6f, 0x1p-7f, 0x1p-8f})) == "");
  // 12 heads: those of 8, then every other one of 16.
  const Tensor twelve = value(attention::alibi_slopes(12));
  CHECK(twelve(7) == 0x1p-8f);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(twelve(8 + i) == doctest::Approx(std::exp2(-0.5 - static_cast<double>(i))).epsilon(1e-7));
  }
  CHECK(value(attention::alibi_slopes(1))(0) == 0x1p-8f);
  CHECK(same(value(attention::alibi_bias(1, 2, 3, 1)),
             attention::scale(tensor({1, 2, 3}, {1, 0, 1, 2, 1, 0}), -0x1p-8f)) == "");
}

TEST_CASE("errors of positions") {
  const Tensor x = tensor({1, 3}, {1, 2, 3});
  CHECK(expect::error(attention::rotary(x)) ==
        "shape at x, axis -1: Rotary positions turn pairs of numbers, so the width must be even; x (1, 3) has 3.");
  CHECK(expect::error(attention::rotary(tensor({2}, {1, 2}))).starts_with("rank at x"));
  CHECK(expect::error(attention::rotary(x, {.base = -1.0})).starts_with("range at base"));
  CHECK(expect::error(attention::sinusoidal(1, 1, 0.0)).starts_with("range at base"));
  CHECK(expect::error(attention::sinusoidal(1u << 20, 1u << 20)).starts_with("size"));
  CHECK(expect::error(attention::alibi_slopes(0)).starts_with("heads at heads"));
  CHECK(expect::error(attention::alibi_bias(0, 1, 1)).starts_with("heads at heads"));
  CHECK(expect::error(attention::alibi_slopes(1u << 30)).starts_with("size"));
  CHECK(expect::error(attention::alibi_bias(1, 1u << 20, 1u << 20)).starts_with("size"));
}
