// The look-ups by id and their errors.
#include "attention/inputs/embedding.hpp"

#include <cmath>

#include "attention/tensor/matmul.hpp"
#include "support/expect.hpp"

using attention::embedding;
using attention::Tensor;
using expect::error;
using expect::same;
using expect::tensor;
using expect::value;

TEST_CASE("embedding takes rows, and one_hot @ table takes the same") {
  const Tensor ids = tensor({2, 2}, {2, 0, 1, 2}), table = tensor({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor rows = tensor({2, 2, 2}, {5, 6, 1, 2, 3, 4, 5, 6});
  CHECK(same(value(embedding(ids, table)), rows) == "");
  CHECK(same(value(attention::matmul(value(attention::one_hot(ids, 3)), table)), rows) == "");
  CHECK(same(value(embedding(tensor({}, {1}), table)), tensor({2}, {3, 4})) == "");
  CHECK(same(value(embedding(tensor({0}, {}), table)), tensor({0, 2}, {})) == "");
  CHECK(error(embedding(ids, tensor({2, 2}, {1, 2, 3, 4}))) ==
        "range at ids[0, 0]: Id 2 names no row: table has 2 rows, counted from 0. Give it more rows or take a smaller "
        "id.");
  CHECK(error(embedding(tensor({2}, {0, 0.5f}), table)) == "range at ids[1]: ids[1] is not a whole number.");
  CHECK(error(attention::one_hot(tensor({1}, {NAN}), 3)).starts_with("range at ids[0]: ids[0] is not a whole number"));
  CHECK(error(attention::one_hot(tensor({1}, {-1}), 3)) ==
        "range at ids[0]: Id -1 does not fit rows of length 3, counted from 0. Make size larger.");
}

TEST_CASE("errors of tables and sizes") {
  CHECK(error(embedding(tensor({1}, {0}), tensor({1}, {0}))).starts_with("rank at weight"));
  const Tensor broad = Tensor::from_shape({1, 1u << 15});
  CHECK(error(embedding(attention::Tensor(attention::Tensor::shape_type{1u << 15}, 0.0f), broad)).starts_with("size"));
}
