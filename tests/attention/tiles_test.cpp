// Softmax in tiles against softmax at once: two halves of a row, its tiles one after another (golden/tiles, float64
// by PyTorch), one key more, and the cases at the edge.
#include "attention/tiles.hpp"

#include <cmath>

#include "attention/attention.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

using attention::Tensor;
using expect::difference;
using expect::error;
using expect::same;
using expect::tensor;
using expect::value;

TEST_CASE("two halves of a row merge into the sum and the output of the whole row") {
  const golden::File file("tiles/tiles");
  const auto row = [&](const std::string& name) { return file.tensor("/row/" + name); };
  CHECK(same(value(attention::maximum(row("m_1"), row("m_2"))), row("m")) == "");
  const Tensor l = value(attention::merge_sums(row("l_1"), row("m_1"), row("l_2"), row("m_2")));
  const Tensor o = value(attention::merge_sums(row("o_1"), row("m_1"), row("o_2"), row("m_2")));
  CHECK(difference(l, row("l")) == "");
  CHECK(difference(o, row("o")) == "");
  CHECK(difference(value(attention::divide(o, l)), row("z")) == "");
  // In the other order, the same bits: a sum of two has no order.
  CHECK(same(value(attention::merge_sums(row("l_2"), row("m_2"), row("l_1"), row("m_1"))), l) == "");
}

TEST_CASE("tile by tile: after each tile, maximum, sum and output are those of the row so far") {
  const golden::File file("tiles/tiles");
  const auto row = [&](const std::string& name) { return file.tensor("/row/" + name); };
  const Tensor maxima = row("tiles_m");
  CHECK(same(value(attention::cummax(maxima, 0)), row("running_m")) == "");
  CHECK(difference(value(attention::running_merge(row("tiles_l"), maxima, 0)), row("running_l")) == "");
  CHECK(difference(value(attention::running_merge(row("tiles_o"), maxima, 0)), row("running_o")) == "");
  // A ninth key is a tile of its own: its score, the sum 1, and its value.
  const Tensor score = tensor({1, 1}, {7}), one = tensor({1, 1}, {1}), own = tensor({1, 2}, {4, 0});
  CHECK(difference(value(attention::merge_sums(row("l"), row("m"), one, score)), row("l_more")) == "");
  CHECK(difference(value(attention::merge_sums(row("o"), row("m"), own, score)), row("o_more")) == "");
}

TEST_CASE("tiles of any axis, empty sums, infinities and NaN") {
  const float inf = INFINITY, nan = std::nanf("");
  const Tensor x = tensor({2, 3}, {1, 3, 2, 5, 4, 6});
  CHECK(same(value(attention::cummax(x, 1)), tensor({2, 3}, {1, 3, 3, 5, 5, 6})) == "");
  CHECK(same(value(attention::cummax(x, -2)), tensor({2, 3}, {1, 3, 2, 5, 4, 6})) == "");
  CHECK(std::isnan(value(attention::cummax(tensor({2}, {nan, 1}), 0)).data()[1]));
  CHECK(same(value(attention::maximum(x, tensor({2, 1}, {2, 5}))), tensor({2, 3}, {2, 3, 2, 5, 5, 6})) == "");
  CHECK(value(attention::cummax(tensor({0, 2}, {}), 0)).size() == 0);
  // Before the first tile the maximum is −∞ and the sum 0: a merge with it changes nothing.
  const Tensor none = tensor({1}, {0}), below = tensor({1}, {-inf}), sum = tensor({1}, {1.5f}), most = tensor({1}, {3});
  CHECK(same(value(attention::merge_sums(none, below, sum, most)), sum) == "");
  CHECK(std::isnan(value(attention::merge_sums(none, below, none, below)).data()[0]));
  const Tensor across = value(attention::running_merge(x, tensor({1, 3}, {0, 0, 0}), 1));  // equal maxima: plain sums
  CHECK(same(across, tensor({2, 3}, {1, 4, 6, 5, 9, 15})) == "");
}

TEST_CASE("shapes that do not fit are refused") {
  const Tensor x = tensor({2, 3}, {1, 3, 2, 5, 4, 6}), pair = tensor({2}, {1, 2});
  CHECK(error(attention::maximum(x, pair)).starts_with("shape"));
  CHECK(error(attention::cummax(x, 2)).starts_with("axis"));
  CHECK(error(attention::merge_sums(x, pair, x, pair)).starts_with("shape"));
  CHECK(error(attention::running_merge(x, pair, 0)).starts_with("shape at maxima"));
  CHECK(error(attention::running_merge(x, tensor({1, 3}, {1, 2, 3}), 0)).starts_with("shape at maxima"));
}
