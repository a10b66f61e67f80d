// Masks: what each lets through, in both notations, and how they are applied to scores.
#include <cmath>

#include "attention/masks.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "support/expect.hpp"

using attention::BoolTensor;
using attention::Shape;
using attention::Tensor;
using expect::same;
using expect::tensor;
using expect::value;

namespace {

// A boolean mask as text, a row a line.
std::string picture(const BoolTensor& mask) {
  std::string text;
  const std::size_t columns = mask.shape()[mask.dimension() - 1];
  for (std::size_t i = 0; i < mask.size(); ++i) {
    text += mask.data()[i] != 0 ? '#' : '.';
    if ((i + 1) % columns == 0 && i + 1 < mask.size()) text += '|';
  }
  return text;
}

}  // namespace

TEST_CASE("causal: top left, and moved by an offset") {
  CHECK(picture(value(attention::causal_mask(3, 5))) == "#....|##...|###..");
  CHECK(picture(value(attention::causal_mask(2, 5, 3))) == "####.|#####");
  CHECK(picture(value(attention::causal_mask(2, 2, -1))) == "..|#.");
}

TEST_CASE("sliding window: so many before, so many after") {
  CHECK(picture(value(attention::sliding_window_mask(4, 4, 1, 1))) == "##..|###.|.###|..##");
  CHECK(picture(value(attention::sliding_window_mask(4, 4, 1, 0))) == "#...|##..|.##.|..##");
}

TEST_CASE("padding: the first so many keys of each sequence") {
  const BoolTensor mask = value(attention::padding_mask({2, 0, 3}, 3));
  CHECK(attention::shape_of(mask) == Shape{3, 1, 3});
  CHECK(picture(mask) == "##.|...|###");
}

TEST_CASE("from a matrix, combined, inverted, as numbers and back") {
  const BoolTensor drawn = value(attention::mask_from_matrix(tensor({2, 2}, {0, 2, -1, 0})));
  CHECK(picture(drawn) == ".#|#.");
  CHECK(picture(attention::inverted(drawn)) == "#.|.#");
  CHECK(picture(value(attention::both_masks(drawn, value(attention::causal_mask(2, 2))))) == "..|#.");
  const Tensor numbers = attention::to_additive(drawn);
  CHECK(same(numbers, tensor({2, 2}, {-INFINITY, 0, 0, -INFINITY})) == "");
  CHECK(picture(attention::from_additive(numbers)) == ".#|#.");
}

TEST_CASE("applied to scores: booleans set −∞, numbers are added, no mask changes nothing") {
  const Tensor scores = tensor({1, 2, 2}, {1, 2, 3, 4});
  CHECK(same(value(attention::apply_mask(scores, {})), scores) == "");
  CHECK(same(value(attention::apply_mask(scores, value(attention::causal_mask(2, 2)))),
             tensor({1, 2, 2}, {1, -INFINITY, 3, 4})) == "");
  CHECK(same(value(attention::apply_mask(scores, tensor({2}, {10, -INFINITY}))),
             tensor({1, 2, 2}, {11, -INFINITY, 13, -INFINITY})) == "");
  CHECK(same(value(attention::masked_fill(scores, value(attention::bool_from_values({2, 1}, {1, 0})), 0)),
             tensor({1, 2, 2}, {0, 0, 3, 4})) == "");
}

TEST_CASE("errors of masks") {
  const Tensor scores = tensor({2, 2}, {1, 2, 3, 4});
  CHECK(
      expect::error(attention::apply_mask(scores, value(attention::causal_mask(3, 3)))) ==
      "mask at mask: A mask of shape (3, 3) can't be laid over scores (2, 2) (…, queries, keys): counted from the last "
      "axis, each length must be the same or 1.");
  CHECK(expect::error(attention::apply_mask(scores, tensor({1, 2, 2}, {0, 0, 0, 0}))).starts_with("mask at mask"));
  CHECK(expect::error(attention::apply_mask(scores, tensor({2}, {0, INFINITY}))).starts_with("not-finite at mask[1]"));
  CHECK(expect::error(attention::padding_mask({4}, 3)) ==
        "range at lengths[0]: Sequence 0 can't have 4 valid keys: there are 3.");
  CHECK(expect::error(attention::mask_from_matrix(tensor({1}, {NAN}))).starts_with("not-finite at matrix[0]"));
  CHECK(expect::error(attention::both_masks(value(attention::causal_mask(2, 2)), value(attention::causal_mask(3, 3))))
            .starts_with("shape at the second mask"));
  CHECK(expect::error(attention::bool_from_values({2}, {1})).starts_with("size at values"));
  CHECK(expect::error(attention::bool_from_values({1u << 20, 1u << 20}, {1})).starts_with("size at shape"));
  CHECK(expect::error(attention::causal_mask(1u << 20, 1u << 20)).starts_with("size at queries × keys"));
  CHECK(expect::error(attention::padding_mask(std::vector<std::size_t>(1u << 10, 0), 1u << 20)).starts_with("size"));
  CHECK(expect::error(attention::masked_fill(scores, value(attention::causal_mask(3, 3)), 0.0f))
            .starts_with("mask at mask"));
}
