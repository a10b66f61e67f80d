// Averaging, rounding and dropout by themselves.
#include <cmath>

#include "attention/averaging.hpp"
#include "attention/random/dropout.hpp"
#include "attention/tensor/rounding.hpp"
#include "support/expect.hpp"

using attention::Tensor;
using expect::same;
using expect::tensor;
using expect::value;

TEST_CASE("running means of one token and of none") {
  const Tensor one = tensor({1, 2}, {3, 4}), none = tensor({2, 0, 3}, {});
  for (auto mean :
       {attention::running_mean_by_loop, attention::running_mean_by_triangle, attention::running_mean_by_softmax}) {
    CHECK(same(value(mean(one)), one) == "");
    CHECK(value(mean(none)).size() == 0);
    CHECK(expect::error(mean(tensor({2}, {1, 2}))).starts_with("rank at x: x must have at least 2 axes, (…, T, C)"));
  }
  CHECK(expect::error(attention::triangular_mean_weights(1u << 20)).starts_with("size"));
  CHECK(expect::error(attention::masked_softmax_mean_weights(1u << 20)).starts_with("size"));
}

TEST_CASE("rounding: halves go to the even neighbour, as printed") {
  CHECK(same(value(attention::round_to(tensor({4}, {0.5f, 1.5f, 2.5f, -0.5f}), 0)), tensor({4}, {0, 2, 2, -0.0f})) ==
        "");
  CHECK(same(value(attention::round_to(tensor({3}, {0.0634f, 0.35f, 0.25f}), 1)), tensor({3}, {0.1f, 0.4f, 0.2f})) ==
        "");
  CHECK(same(value(attention::round_to(tensor({2}, {1250, 1350}), -2)), tensor({2}, {1200, 1400})) == "");
  CHECK(same(value(attention::round_to(tensor({2}, {3e38f, -INFINITY}), 2)), tensor({2}, {3e38f, -INFINITY})) == "");
  CHECK(expect::error(attention::round_to(tensor({1}, {1}), 31)) ==
        "range at decimals: decimals must lie between -30 and 30, not 31.");
}

TEST_CASE("dropout: evaluation changes nothing, p = 1 drops everything") {
  attention::Generator generator(4);
  const Tensor x = tensor({4}, {1, 2, 3, INFINITY});
  const attention::DropoutResult evaluated = value(attention::dropout(x, 0.9, false, generator));
  CHECK(same(evaluated.output, x) == "");
  CHECK(evaluated.draws.size() == 0);
  CHECK(generator.draws() == 0);
  CHECK(same(value(attention::dropout(x, 1.0, true, generator)).output, tensor({4}, {0, 0, 0, 0})) == "");
  CHECK(same(value(attention::dropout(x, 0.0, true, generator)).output, x) == "");
  CHECK(generator.draws() == 16);
  CHECK(expect::error(attention::dropout(x, 1.1, true, generator)).starts_with("range at p: p is a probability"));
}

TEST_CASE("dropout: each cell is kept exactly if its draw is below 1 - p, and kept ones grow by 1 / (1 - p)") {
  attention::Generator generator(4);
  const Tensor x = tensor({200}, std::vector<float>(200, 3.0f));
  const attention::DropoutResult result = value(attention::dropout(x, 0.25, true, generator));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const bool keep = result.draws[i] < 0.75;
    kept += keep ? 1 : 0;
    CHECK(result.output(i) == (keep ? 3.0f * static_cast<float>(1 / 0.75) : 0.0f));
  }
  CHECK(kept > 120);
  CHECK(kept < 180);
  CHECK(same(attention::dropout_by(result.draws, x, 0.25), result.output) == "");
}
