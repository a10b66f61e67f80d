// Softmax over any axis, temperature, fully masked rows, and the arguments that it rejects.
#include <cmath>

#include "attention/softmax.hpp"
#include "support/expect.hpp"

using attention::softmax;
using attention::Tensor;
using expect::difference;
using expect::tensor;
using expect::value;

TEST_CASE("equal scores get equal weights, and only differences matter") {
  CHECK(difference(value(softmax(tensor({3}, {7, 7, 7}), 0)), tensor({3}, {1 / 3.0f, 1 / 3.0f, 1 / 3.0f})) == "");
  const Tensor low = value(softmax(tensor({3}, {1, 2, 3}), 0)),
               high = value(softmax(tensor({3}, {1001, 1002, 1003}), 0));
  CHECK(expect::same(low, high) == "");
}

TEST_CASE("large scores do not overflow") {
  CHECK(expect::same(value(softmax(tensor({2}, {3e38f, -3e38f}), 0)), tensor({2}, {1, 0})) == "");
}

TEST_CASE("any axis, counted from either end") {
  const Tensor x = tensor({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  const float high = 1.0f / (1.0f + std::exp(-2.0f)), low = 1.0f - high;
  const Tensor middle = tensor({2, 2, 2}, {low, low, high, high, low, low, high, high});
  CHECK(difference(value(softmax(x, 1)), middle) == "");
  CHECK(expect::same(value(softmax(x, -2)), value(softmax(x, 1))) == "");
}

TEST_CASE("−∞ gets weight 0; a row of only −∞ becomes zeros, or NaN as in torch.softmax") {
  const float none = -INFINITY;
  CHECK(expect::same(value(softmax(tensor({3}, {none, 5, none}), 0)), tensor({3}, {0, 1, 0})) == "");
  const Tensor masked = tensor({1, 2}, {none, none});
  CHECK(expect::same(value(softmax(masked, -1)), tensor({1, 2}, {0, 0})) == "");
  const Tensor as_torch = value(softmax(masked, -1, {.empty_row = attention::EmptyRow::nan}));
  CHECK(std::isnan(as_torch(0, 0)));
}

TEST_CASE("temperature divides the scores") {
  const Tensor x = tensor({3}, {2, 4, 4});
  const Tensor halved = value(softmax(x, 0, {.temperature = 2.0f}));
  CHECK(difference(halved, value(softmax(tensor({3}, {1, 2, 2}), 0))) == "");
}

TEST_CASE("softmax of empty axes is allowed") {
  CHECK(value(softmax(tensor({0}, {}), 0)).size() == 0);
  CHECK(value(softmax(tensor({2, 0}, {}), 1)).size() == 0);
  CHECK(value(softmax(tensor({0, 3}, {}), 1)).size() == 0);
}

TEST_CASE("errors of softmax") {
  const Tensor x = tensor({2, 2}, {1, 2, NAN, 4});
  CHECK(expect::error(softmax(x, 2)) == "axis at x: x has 2 axes, so the axis must be -2 to 1, not 2.");
  CHECK(expect::error(softmax(x, 1)) ==
        "not-finite at x[1, 0]: x[1, 0] is NaN (not a number). Every cell must be a finite number, or -infinity where "
        "it is masked (indices count from 0).");
  CHECK(expect::error(softmax(tensor({1}, {INFINITY}), 0)).starts_with("not-finite at x[0]: x[0] is +infinity"));
  CHECK(expect::error(softmax(tensor({}, {1}), 0)).starts_with("axis at x: x has 0 axes; there is no axis"));
  for (float temperature : {0.0f, -1.0f, NAN, INFINITY}) {
    CHECK(
        expect::error(softmax(tensor({1}, {1}), 0, {.temperature = temperature})).starts_with("range at temperature"));
  }
}

TEST_CASE("the test helpers do fail on a wrong digit") {
  CHECK(expect::misprint(tensor({2}, {6.3379e-02f, -INFINITY}), "[6.3379e-02, -inf]") == "");
  CHECK(expect::misprint(tensor({1}, {6.3384e-02f}), "6.3379e-02").contains("6.3384e-02"));
  CHECK(expect::misprint(tensor({1}, {2.0f}), "2.") == "");
  CHECK(expect::misprint(tensor({1}, {2.0f}), "[2., 3.]").contains("2"));
  CHECK(expect::difference(tensor({1}, {1.0f}), tensor({1}, {1.0001f})).ends_with("is 1 instead of 1.00010002"));
  CHECK(expect::difference(tensor({1}, {1.0f}), tensor({1, 1}, {1.0f})).starts_with("shape "));
}
