// The embedding look-up and its errors.
#include "attention/inputs/embedding.hpp"

#include "support/expect.hpp"

using attention::embedding;
using attention::Tensor;
using expect::value;

TEST_CASE("embedding is a look-up of rows") {
  const Tensor table = expect::tensor({3, 2}, {0, 1, 10, 11, 20, 21});
  CHECK(expect::same(value(embedding({2, 0, 2}, table)), expect::tensor({3, 2}, {20, 21, 0, 1, 20, 21})) == "");
  CHECK(value(embedding({}, table)).size() == 0);
}

TEST_CASE("errors of ids and tables") {
  const Tensor table = expect::tensor({1, 2}, {0, 1});
  CHECK(expect::error(embedding({0, 1}, table)) ==
        "range at ids[1]: Id 1 is not a row of an embedding table with 1 rows; rows count from 0.");
  CHECK(expect::error(embedding({0}, expect::tensor({1}, {0}))).starts_with("rank at table"));
  const Tensor broad = Tensor::from_shape({1, 1u << 15});
  CHECK(expect::error(embedding(std::vector<std::size_t>(1u << 15, 0), broad)).starts_with("size"));
}
