// Products of batches in memory that the caller planned, against the same sums in float64.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "attention/fast/kernels_support.hpp"
#include "attention/fast/multiply.hpp"
#include "support/expect.hpp"

using attention::fast::multiply;
using attention::fast::Products;
using kernel_tests::numbers;

namespace {

// c as it should be: cell by cell, in float64, from what was in it before.
std::vector<double> wanted_of(const Products& p, const std::vector<float>& before) {
  std::vector<double> c(before.begin(), before.end());
  for (std::size_t b = 0; b < p.batch; ++b) {
    const float *left = p.a.data + b * p.a.next, *right = p.b.data + b * p.b.next;
    for (std::size_t i = 0; i < p.m; ++i)
      for (std::size_t j = 0; j < p.n; ++j) {
        double sum = 0.0;
        for (std::size_t k = 0; k < p.k; ++k)
          sum += double{p.a_transposed ? left[k * p.a.step + i] : left[i * p.a.step + k]} *
                 (p.b_transposed ? right[j * p.b.step + k] : right[k * p.b.step + j]);
        double& cell = c[b * p.c.next + i * p.c.step + j];
        const bool adds = p.accumulate || (p.c.next == 0 && b > 0);
        cell = adds ? cell + sum : sum;
      }
  }
  return c;
}

// Of M × K, K × N and M × N numbers, with `gap` numbers between rows; `joint`: one b, or one c, for all.
enum class Joint { none, b, c };

void expect_products(Products p, std::size_t gap, Joint joint) {
  CAPTURE(p.m);
  CAPTURE(p.n);
  CAPTURE(p.k);
  CAPTURE(p.a_transposed);
  CAPTURE(p.b_transposed);
  CAPTURE(p.accumulate);
  CAPTURE(static_cast<int>(joint));
  p.a.step = (p.a_transposed ? p.m : p.k) + gap;
  p.b.step = (p.b_transposed ? p.k : p.n) + gap;
  p.c.step = p.n + gap;
  p.a.next = (p.a_transposed ? p.k : p.m) * p.a.step;
  p.b.next = (p.b_transposed ? p.n : p.k) * p.b.step;
  p.c.next = p.m * p.c.step;
  const std::vector<float> a = numbers(p.batch * p.a.next, 1), b = numbers(p.batch * p.b.next, 2),
                           before = numbers(p.batch * p.c.next, 3);
  if (joint == Joint::b) p.b.next = 0;
  if (joint == Joint::c) p.c.next = 0;
  std::vector<float> c = before, space(attention::fast::multiply_space(p));
  p.a.data = a.data();
  p.b.data = b.data();
  p.c.data = c.data();
  multiply(p, space.data());
  CHECK(kernel_tests::distance(c, wanted_of(p, before)) <= 1e-6);
  std::vector<float> again = before;
  p.c.data = again.data();
  multiply(p, space.data());
  CHECK(again == c);
}

}  // namespace

TEST_CASE("multiply: A·B, Aᵀ·B, A·Bᵀ and Aᵀ·Bᵀ, written or added, for one and for many") {
  for (const bool a_transposed : {false, true})
    for (const bool b_transposed : {false, true})
      for (const bool accumulate : {false, true})
        for (const Joint joint : {Joint::none, Joint::b, Joint::c})
          for (const std::size_t gap : {0, 3})
            for (const std::size_t batch : {1, 3}) {
              Products p{.a_transposed = a_transposed,
                         .b_transposed = b_transposed,
                         .accumulate = accumulate,
                         .batch = batch,
                         .m = 13,
                         .n = 21,
                         .k = 7};
              expect_products(p, gap, joint);
              p.m = 5;
              p.k = 300;  // more than the kernels add up at once
              expect_products(p, gap, joint);
            }
}

TEST_CASE("multiply: heads that lie side by side, as slices of wider rows") {
  constexpr std::size_t tokens = 9, heads = 4, width = 5;
  const std::vector<float> q = numbers(tokens * heads * width, 1), k = numbers(tokens * heads * width, 2);
  std::vector<float> scores(heads * tokens * tokens, -77.0f);
  const Products p{.a = {q.data(), heads * width, width},
                   .b = {k.data(), heads * width, width},
                   .c = {scores.data(), tokens, tokens * tokens},
                   .b_transposed = true,
                   .batch = heads,
                   .m = tokens,
                   .n = tokens,
                   .k = width};
  std::vector<float> space(attention::fast::multiply_space(p));
  multiply(p, space.data());
  CHECK(kernel_tests::distance(scores, wanted_of(p, scores)) <= 1e-6);
}

TEST_CASE("multiply: without an inner axis the products are zeros, and nothing is added") {
  std::vector<float> c(6, 4.0f);
  Products p{.c = {c.data(), 3, 6}, .m = 2, .n = 3, .k = 0};
  p.accumulate = true;
  multiply(p, nullptr);
  CHECK(c == std::vector<float>(6, 4.0f));
  p.accumulate = false;
  multiply(p, nullptr);
  CHECK(c == std::vector<float>(6, 0.0f));
}
