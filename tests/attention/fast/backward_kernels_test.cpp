// The gradient of attention in every kernel set that this machine runs, against the closed form in float64, at every
// remainder of every tile size; the closed form against central differences is in backward_test.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "attention/fast/kernels_support.hpp"

using attention::kernels::available_gradients;
using attention::kernels::GradientKernels;
using attention::kernels::Head;
using attention::kernels::HeadGradient;
namespace reference = attention::kernels::reference;
using namespace kernel_tests;

namespace {

constexpr double gradients_allowed = 2e-6;  // of the largest value

struct Gradients {
  std::vector<float> query, key, value;
};

// From gradients of zeros, or of `before` everywhere.
Gradients backward(const GradientKernels& set, const Head& h, const std::vector<float>& grad_output,
                   bool* done = nullptr, float before = 0.0f) {
  Gradients g{std::vector<float>(h.queries * h.width, before), std::vector<float>(h.keys * h.width, before),
              std::vector<float>(h.keys * h.value_width, before)};
  std::vector<float> space(set.attend_space(h), std::numeric_limits<float>::quiet_NaN());
  const HeadGradient to{.output = {grad_output.data(), h.value_width},
                        .query = g.query.data(),
                        .key = g.key.data(),
                        .value = g.value.data(),
                        .query_step = h.width,
                        .key_step = h.width,
                        .value_step = h.value_width};
  const bool ok = set.attend(h, to, space.data());
  if (done) *done = ok;
  return g;
}

void expect_gradients(const GradientKernels& set, const Head& h, double tolerance = gradients_allowed) {
  CAPTURE(std::string(set.name));
  CAPTURE(h.queries);
  CAPTURE(h.keys);
  CAPTURE(h.width);
  CAPTURE(h.value_width);
  const std::vector<float> grad_output = numbers(h.queries * h.value_width, 4);
  bool done = false;
  const Gradients g = backward(set, h, grad_output, &done);
  REQUIRE(done);
  const reference::Gradients wanted = reference::attend_backward(h, {grad_output.data(), h.value_width});
  CHECK(distance(g.query, wanted.query) <= tolerance);
  CHECK(distance(g.key, wanted.key) <= tolerance);
  CHECK(distance(g.value, wanted.value) <= tolerance);
}

}  // namespace

TEST_CASE("gradient kernels: as many sets as there are of the kernels, in the same order") {
  REQUIRE(available_gradients().size() == attention::kernels::available().size());
  for (std::size_t i = 0; i < available_gradients().size(); ++i) {
    CHECK(std::string(available_gradients()[i]->name) == attention::kernels::available()[i]->name);
  }
}

TEST_CASE("gradient kernels: every remainder of the tiles, causal and not") {
  for (const GradientKernels* set : available_gradients()) {
    for (const bool causal : {false, true}) {
      for (std::size_t tokens = 1; tokens <= 100; tokens += causal ? 3 : 4) {
        Drawn d = draw(tokens, tokens, 1 + tokens % 35, 1 + tokens % 33);
        d.head.causal = causal;
        expect_gradients(*set, d.head);
      }
      for (std::size_t width = 1; width <= 66; width += 5) {
        Drawn d = draw(50, 97, width, 67 - width);
        d.head.causal = causal;
        expect_gradients(*set, d.head);
      }
    }
  }
}

TEST_CASE("gradient kernels: several blocks of queries and of keys, more or fewer queries than keys") {
  for (const GradientKernels* set : available_gradients()) {
    for (const bool causal : {false, true}) {
      for (const auto& [queries, keys] :
           {std::pair{300, 300}, {49, 193}, {193, 49}, {1, 250}, {250, 1}, {145, 96}, {96, 192}}) {
        Drawn d = draw(static_cast<std::size_t>(queries), static_cast<std::size_t>(keys), 20, 13);
        d.head.causal = causal;
        expect_gradients(*set, d.head);
      }
    }
  }
}

TEST_CASE("gradient kernels: masks of booleans and of numbers, rows blocked as a whole, and a past") {
  const std::size_t queries = 101, keys = 103;
  const std::vector<float> added = numbers(queries * keys, 5, 2.0f);
  std::vector<std::uint8_t> may(queries * keys);
  for (std::size_t i = 0; i < may.size(); ++i) may[i] = added[i] > -1.0f && i / keys % 7 != 3;
  std::vector<float> blocking = added;
  for (std::size_t i = 0; i < may.size(); ++i)
    if (may[i] == 0) blocking[i] = -std::numeric_limits<float>::infinity();
  for (const GradientKernels* set : available_gradients()) {
    for (const bool causal : {false, true}) {
      Drawn d = draw(queries, keys, 9, 11);
      d.head.causal = causal;
      d.head.mask_row = keys;
      d.head.mask_column = 1;
      d.head.may = may.data();
      expect_gradients(*set, d.head);
      d.head.may = nullptr;
      d.head.added = blocking.data();
      expect_gradients(*set, d.head);
      d.head.mask_row = 0;  // one row for all queries
      expect_gradients(*set, d.head);
      d.head.mask_row = 1;  // one column for all keys
      d.head.mask_column = 0;
      expect_gradients(*set, d.head);
      d.head.added = nullptr;
      d.head.past = 40;
      expect_gradients(*set, d.head);
    }
  }
}

TEST_CASE("gradient kernels: large scores, whose weights are nearly 0 and 1") {
  for (const GradientKernels* set : available_gradients()) {
    // Scores of some hundred: their own rounding, 2e-5, is what limits the weights.
    const Drawn d = draw(60, 110, 16, 8, 12.0f);
    expect_gradients(*set, d.head, 1e-4);
    // Scores whose exponentials float32 cannot hold.
    Drawn far = draw(3, 5, 1, 2);
    far.query = {1.0f, 1.0f, 1.0f};
    far.key = {200.0f, 201.0f, 0.0f, 199.0f, -200.0f};
    far.head.query.data = far.query.data();
    far.head.key.data = far.key.data();
    expect_gradients(*set, far.head, 1e-4);
  }
}

TEST_CASE("gradient kernels: are added to what is there, and give the same bits on every call") {
  for (const GradientKernels* set : available_gradients()) {
    const Drawn d = draw(60, 110, 7, 5);
    const std::vector<float> grad_output = numbers(60 * 5, 4);
    const Gradients plain = backward(*set, d.head, grad_output), again = backward(*set, d.head, grad_output);
    CHECK(plain.query == again.query);
    CHECK(plain.key == again.key);
    CHECK(plain.value == again.value);
    const Gradients added = backward(*set, d.head, grad_output, nullptr, 4.0f);
    for (std::size_t i = 0; i < plain.query.size(); ++i) CHECK(added.query[i] == 4.0f + plain.query[i]);
    for (std::size_t i = 0; i < plain.key.size(); ++i) CHECK(added.key[i] == 4.0f + plain.key[i]);
    for (std::size_t i = 0; i < plain.value.size(); ++i) CHECK(added.value[i] == 4.0f + plain.value[i]);
  }
}

TEST_CASE("gradient kernels: what is not finite is refused, wherever it is and whoever sees it") {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const GradientKernels* set : available_gradients()) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity}) {
      for (const std::size_t place : {0, 40, 89}) {
        for (const int which : {0, 1, 2, 3}) {
          Drawn d = draw(30, 30, 3, 3);
          d.head.causal = true;
          std::vector<float> grad_output = numbers(90, 4);
          std::vector<float>* const all[] = {&d.query, &d.key, &d.value, &grad_output};
          (*all[which])[place] = bad;
          bool done = true;
          backward(*set, d.head, grad_output, &done);
          CHECK(!done);
        }
      }
    }
    // A gradient that is too large: two values of 3e38 whose sum is not a float32.
    Drawn d = draw(2, 1, 1, 1);
    bool done = true;
    backward(*set, d.head, {3e38f, 3e38f}, &done);
    CHECK(!done);
  }
}
