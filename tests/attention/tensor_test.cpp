// Tensor functions: matrix products, rearranging, arithmetic, and their errors.
#include <cmath>

#include "attention/tensor/matmul.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "support/expect.hpp"

using attention::Shape;
using attention::Tensor;
using expect::error;
using expect::same;
using expect::tensor;
using expect::value;

namespace {

const Tensor& counting() {  // 0 … 5 as 2×3
  static const Tensor x = tensor({2, 3}, {0, 1, 2, 3, 4, 5});
  return x;
}

}  // namespace

TEST_CASE("matmul: matrices, vectors, batches that broadcast, empty inner axes") {
  const Tensor x = counting(), column = tensor({3, 1}, {1, 10, 100}), line = tensor({3}, {1, 10, 100});
  CHECK(same(value(attention::matmul(x, column)), tensor({2, 1}, {210, 543})) == "");
  CHECK(same(value(attention::matmul(x, line)), tensor({2}, {210, 543})) == "");
  CHECK(same(value(attention::matmul(tensor({2}, {1, 10}), x)), tensor({3}, {30, 41, 52})) == "");
  CHECK(same(value(attention::matmul(line, line)), tensor({}, {10101})) == "");
  const Tensor batch = tensor({2, 1, 1, 2}, {1, 0, 0, 1}), other = tensor({3, 2, 1}, {1, 2, 3, 4, 5, 6});
  CHECK(same(value(attention::matmul(batch, other)), tensor({2, 3, 1, 1}, {1, 3, 5, 2, 4, 6})) == "");
  CHECK(same(value(attention::matmul(tensor({2, 0}, {}), tensor({0, 2}, {}))), tensor({2, 2}, {0, 0, 0, 0})) == "");
}

TEST_CASE("linear is x Wᵀ + b, for one token or many") {
  const Tensor w = tensor({2, 3}, {1, 0, 0, 1, 1, 1});
  CHECK(same(value(attention::linear(counting(), w, tensor({2}, {10, 20}))), tensor({2, 2}, {10, 23, 13, 32})) == "");
  CHECK(same(value(attention::linear(tensor({3}, {1, 2, 3}), w)), tensor({2}, {1, 6})) == "");
}

TEST_CASE("weighted values, summed over keys, are weights @ values, in batches too") {
  const Tensor weights = tensor({2, 1, 2}, {1, 2, 3, 4}), values = tensor({2, 1}, {10, 100});
  const Tensor each = value(attention::weighted_values(weights, values));
  CHECK(same(each, tensor({2, 2, 1, 1}, {10, 200, 30, 400})) == "");
  CHECK(same(value(attention::sum(each, -3)), value(attention::matmul(weights, values))) == "");
}

TEST_CASE("making") {
  CHECK(same(value(attention::eye(2)), tensor({2, 2}, {1, 0, 0, 1})) == "");
  CHECK(same(value(attention::full({2}, 7)), tensor({2}, {7, 7})) == "");
  CHECK(same(value(attention::from_values({1, 2}, {3, 4})), tensor({1, 2}, {3, 4})) == "");
  CHECK(value(attention::zeros({1u << 30, 0})).size() == 0);
  CHECK(same(value(attention::zeros({})), tensor({}, {0})) == "");
}

TEST_CASE("arranging") {
  const Tensor x = counting();
  CHECK(same(value(attention::transpose(x, 0, 1)), tensor({3, 2}, {0, 3, 1, 4, 2, 5})) == "");
  CHECK(same(value(attention::permute(tensor({1, 2, 3}, {0, 1, 2, 3, 4, 5}), {2, 0, -2})),
             tensor({3, 1, 2}, {0, 3, 1, 4, 2, 5})) == "");
  CHECK(same(value(attention::reshape(x, {3, -1})), tensor({3, 2}, {0, 1, 2, 3, 4, 5})) == "");
  CHECK(same(value(attention::slice(x, 1, 1, 3)), tensor({2, 2}, {1, 2, 4, 5})) == "");
  CHECK(same(value(attention::slice(x, -1, -2, -1)), tensor({2, 1}, {1, 4})) == "");
  CHECK(same(value(attention::select(x, 0, -1)), tensor({3}, {3, 4, 5})) == "");
  CHECK(same(value(attention::index_select(x, 1, {2, 0, 2})), tensor({2, 3}, {2, 0, 2, 5, 3, 5})) == "");
  CHECK(same(value(attention::concat({x, x}, 0)), tensor({4, 3}, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5})) == "");
  CHECK(same(value(attention::concat({x, tensor({2, 1}, {9, 8})}, 1)), tensor({2, 4}, {0, 1, 2, 9, 3, 4, 5, 8})) == "");
  CHECK(same(value(attention::stack({tensor({2}, {1, 2}), tensor({2}, {3, 4})}, -1)), tensor({2, 2}, {1, 3, 2, 4})) ==
        "");
  CHECK(same(value(attention::repeat_interleave(tensor({2}, {1, 2}), 2, 0)), tensor({4}, {1, 1, 2, 2})) == "");
  CHECK(same(value(attention::tril(value(attention::ones({2, 3})), 1)), tensor({2, 3}, {1, 1, 0, 1, 1, 1})) == "");
}

TEST_CASE("arithmetic with broadcasting") {
  const Tensor x = counting(), line = tensor({3}, {1, 2, 4}), column = tensor({2, 1}, {10, 20});
  CHECK(same(value(attention::add(x, line)), tensor({2, 3}, {1, 3, 6, 4, 6, 9})) == "");
  CHECK(same(value(attention::subtract(column, line)), tensor({2, 3}, {9, 8, 6, 19, 18, 16})) == "");
  CHECK(same(value(attention::multiply(x, column)), tensor({2, 3}, {0, 10, 20, 60, 80, 100})) == "");
  CHECK(same(value(attention::divide(line, tensor({}, {2}))), tensor({3}, {0.5f, 1, 2})) == "");
  CHECK(same(attention::scale(line, 0.5f), tensor({3}, {0.5f, 1, 2})) == "");
  CHECK(same(attention::exp(tensor({2}, {0, -INFINITY})), tensor({2}, {1, 0})) == "");
  CHECK(same(attention::tanh(tensor({2}, {0, INFINITY})), tensor({2}, {0, 1})) == "");
}

TEST_CASE("sum, mean and largest along an axis") {
  const Tensor x = counting();
  CHECK(same(value(attention::sum(x, 0)), tensor({3}, {3, 5, 7})) == "");
  CHECK(same(value(attention::sum(x, -1, true)), tensor({2, 1}, {3, 12})) == "");
  CHECK(same(value(attention::mean(x, 1)), tensor({2}, {1, 4})) == "");
  CHECK(same(value(attention::amax(x, 0)), tensor({3}, {3, 4, 5})) == "");
  CHECK(std::isnan(value(attention::amax(tensor({2}, {NAN, 1}), 0))()));
  CHECK(same(value(attention::sum(tensor({0, 2}, {}), 0)), tensor({2}, {0, 0})) == "");
}

TEST_CASE("minimum, argmax, norm, standard deviation and cumulative sum along an axis") {
  const Tensor x = counting(), three_four = tensor({2, 1}, {3, 4});
  CHECK(same(value(attention::amin(x, 1)), tensor({2}, {0, 3})) == "");
  CHECK(same(value(attention::argmax(tensor({2, 3}, {1, 7, 7, 9, NAN, NAN}), 1)), tensor({2}, {1, 1})) == "");
  CHECK(same(value(attention::argmax(tensor({2, 2}, {1, 5, 2, 4}), 0, true)), tensor({1, 2}, {1, 0})) == "");
  CHECK(same(value(attention::norm(three_four, 0)), tensor({1}, {5})) == "");
  CHECK(same(value(attention::norm(tensor({2, 0}, {}), 1)), tensor({2}, {0, 0})) == "");
  CHECK(same(value(attention::std_dev(tensor({3}, {1, 2, 3}), 0, true)), tensor({1}, {1})) == "");
  CHECK(std::isnan(value(attention::std_dev(tensor({1}, {1}), 0))()));
  CHECK(same(value(attention::cumsum(x, 1)), tensor({2, 3}, {0, 1, 3, 3, 7, 12})) == "");
  CHECK(same(value(attention::cumsum(x, 0)), tensor({2, 3}, {0, 1, 2, 3, 5, 7})) == "");
}

TEST_CASE("layer normalisation: mean 0 and variance 1 in each row, then weight and bias") {
  const Tensor x = tensor({2, 2}, {1, 3, 10, 30}), unit = tensor({2, 2}, {-1, 1, -1, 1});
  CHECK(same(value(attention::layer_norm(x, {}, {}, 0)), unit) == "");
  const Tensor weight = tensor({2}, {2, 3}), bias = tensor({2}, {10, 20});
  CHECK(same(value(attention::layer_norm(x, weight, bias, 0)), tensor({2, 2}, {8, 23, 8, 23})) == "");
  CHECK(error(attention::layer_norm(x, tensor({1}, {1}), {})).starts_with("shape at weight"));
  CHECK(error(attention::layer_norm(tensor({}, {1}), {}, {})).starts_with("axis at x"));
}

TEST_CASE("two tensors against each other: the largest difference, and Pearson's correlation") {
  const Tensor a = tensor({2, 2}, {1, 2, 3, 4}), b = tensor({2, 2}, {1, 2, 0, 4}), down = tensor({2, 2}, {8, 6, 4, 2});
  CHECK(value(attention::max_abs_difference(a, b))() == 3.0f);
  CHECK(value(attention::correlation(a, down))() == -1.0f);
  CHECK(error(attention::correlation(a, tensor({4}, {1, 2, 3, 4}))).starts_with("shape at b"));
}

TEST_CASE("errors name what does not fit") {
  const Tensor x = counting(), number = tensor({}, {1});
  CHECK(error(attention::matmul(x, x)) ==
        "shape at b, axis -2: a (2, 3) @ b (2, 3): each row of a has 3 numbers, each column of b has 2. These must be "
        "equal.");
  CHECK(error(attention::matmul(number, x)).starts_with("rank at a"));
  CHECK(error(attention::matmul(x, number)).starts_with("rank at b"));
  CHECK(error(attention::matmul(tensor({2}, {1, 2}), tensor({3}, {1, 2, 3}))).starts_with("shape at b, axis -2"));
  CHECK(error(attention::matmul(tensor({2, 1, 1}, {1, 2}), tensor({3, 1, 1}, {1, 2, 3})))
            .starts_with("shape at the batch of b"));
  CHECK(error(attention::matmul(value(attention::zeros({1u << 15, 1})), value(attention::zeros({1, 1u << 15}))))
            .starts_with("size"));
  CHECK(error(attention::linear(number, x)).starts_with("rank at x"));
  CHECK(error(attention::linear(x, number)).starts_with("rank at weight"));
  CHECK(error(attention::linear(x, tensor({1, 2}, {1, 2}))) ==
        "shape at weight, axis 1: weight (1, 2) is (out, in) and takes 2 features, but each token of x (2, 3) has 3.");
  CHECK(error(attention::linear(x, x, x)).starts_with("shape at bias"));
  CHECK(error(attention::weighted_values(number, x)).starts_with("rank at weights"));
  CHECK(error(attention::weighted_values(x, number)).starts_with("rank at values"));
  CHECK(error(attention::weighted_values(x, x)).starts_with("shape at values, axis -2"));
  CHECK(
      error(attention::add(x, tensor({2}, {1, 2}))) ==
      "shape at b, axis -1: a (2, 3) and b (2) don't fit: along axis -1 they have 3 and 2. They must be equal, or one "
      "of them 1.");
  CHECK(error(attention::from_values({2}, {1})) ==
        "size at values: The shape (2) has 2 cells, but there are 1 values.");
  CHECK(
      error(attention::zeros({1u << 20, 1u << 20})) ==
      "size at shape: shape of shape (1048576, 1048576) would hold more than 268435456 numbers. Choose smaller sizes.");
  CHECK(error(attention::from_values({1u << 20, 1u << 20}, {})).starts_with("size"));
  CHECK(error(attention::eye(1u << 20)).starts_with("size"));
  CHECK(error(attention::permute(x, {0})).starts_with("axis at axes"));
  CHECK(error(attention::permute(x, {0, 0})).starts_with("axis at axes"));
  CHECK(error(attention::permute(x, {0, 2})).starts_with("axis at x"));
  CHECK(error(attention::transpose(x, 2, 0)).starts_with("axis at x"));
  CHECK(error(attention::transpose(x, 0, 2)).starts_with("axis at x"));
  CHECK(error(attention::reshape(x, {-1, -1})).starts_with("shape at shape"));
  CHECK(error(attention::reshape(x, {4, -1})).starts_with("shape at shape: x (2, 3) holds 6 numbers"));
  CHECK(error(attention::reshape(x, {4})).starts_with("shape at shape: x (2, 3) holds 6 numbers"));
  CHECK(error(attention::reshape(x, {1 << 20, 1 << 20})).starts_with("size"));
  CHECK(error(attention::slice(x, 2, 0, 1)).starts_with("axis at x"));
  CHECK(error(attention::slice(x, 1, 0, 4)) ==
        "range at start, end: Cells 0 up to 4 can't be cut from an axis of length 3.");
  CHECK(error(attention::select(x, 1, 3)) ==
        "range at index: Index 3 is not on an axis of length 3; indices count from 0.");
  CHECK(error(attention::index_select(x, 2, {0})).starts_with("axis at x"));
  CHECK(error(attention::index_select(value(attention::zeros({1, 1u << 15})), 0, std::vector<long long>(1u << 15, 0)))
            .starts_with("size"));
  CHECK(error(attention::concat({}, 0)).starts_with("empty at parts"));
  CHECK(error(attention::concat({x}, 2)).starts_with("axis at parts[0]"));
  CHECK(error(attention::concat({x, tensor({3}, {1, 2, 3})}, 1)).starts_with("shape at parts[1]"));
  CHECK(error(attention::stack({}, 0)).starts_with("empty at parts"));
  CHECK(error(attention::stack({x}, 3)).starts_with("axis at the result"));
  CHECK(error(attention::stack({x, number}, 0)).starts_with("shape at parts[1]"));
  CHECK(error(attention::repeat_interleave(x, 2, 2)).starts_with("axis at x"));
  CHECK(error(attention::repeat_interleave(x, 1u << 30, 0)).starts_with("size at times"));
  CHECK(error(attention::tril(number)).starts_with("rank at x"));
  CHECK(error(attention::sum(x, 2)).starts_with("axis at x"));
  CHECK(error(attention::mean(x, 2)).starts_with("axis at x"));
  CHECK(error(attention::amax(x, 2)).starts_with("axis at x"));
  CHECK(error(attention::mean(tensor({2, 0}, {}), 1)) ==
        "empty at x, axis 1: There is no mean of nothing: axis 1 of x (2, 0) has length 0.");
  CHECK(error(attention::amax(tensor({0}, {}), 0)).starts_with("empty at x, axis 0"));
  CHECK(error(attention::add(value(attention::zeros({1u << 15, 1})), value(attention::zeros({1, 1u << 15}))))
            .starts_with("size"));
}

TEST_CASE("argsort: equal numbers keep their order, NaN is the largest, along any axis") {
  const Tensor x = tensor({2, 4}, {3, 1, NAN, 1, -INFINITY, 2, 2, INFINITY});
  CHECK(same(value(attention::argsort(x, -1)), tensor({2, 4}, {1, 3, 0, 2, 0, 1, 2, 3})) == "");
  CHECK(same(value(attention::argsort(x, -1, true)), tensor({2, 4}, {2, 0, 1, 3, 3, 1, 2, 0})) == "");
  CHECK(same(value(attention::argsort(tensor({3, 2}, {3, 1, 1, 2, 2, 3}), 0)), tensor({3, 2}, {1, 0, 2, 1, 0, 2})) ==
        "");
  CHECK(value(attention::argsort(tensor({2, 0}, {}), 1)).size() == 0);
  CHECK(error(attention::argsort(x, 2)).starts_with("axis at x"));
}

TEST_CASE("histc: the last bin has both its ends, and what lies outside is not counted") {
  const Tensor x = tensor({2, 4}, {0, 0.25f, 0.5f, 1, -0.1f, 1.1f, NAN, 0.74f});
  CHECK(same(value(attention::histc(x, 4, 0, 1)), tensor({4}, {1, 1, 2, 1})) == "");
  CHECK(same(value(attention::histc(x, 1, 1, 2)), tensor({1}, {2})) == "");
  CHECK(error(attention::histc(x, 0, 0, 1)).starts_with("range at bins"));
  CHECK(error(attention::histc(x, 2, 1, 1)).starts_with("range at max"));
}
