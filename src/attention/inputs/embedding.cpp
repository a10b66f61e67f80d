// The embedding look-up copies rows.
#include "attention/inputs/embedding.hpp"

#include <algorithm>

namespace attention {

Result<Tensor> embedding(const std::vector<std::size_t>& ids, const Tensor& table) {
  if (auto ok = check_rank(table, 2, "table", "(words, features)"); !ok) return std::unexpected(ok.error());
  const std::size_t rows = table.shape()[0], width = table.shape()[1];
  Result<Tensor> result = make_zeros({ids.size(), width}, "the result");
  if (!result) return result;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= rows) {
      return fail("range", joined({"ids[", i, "]"}),
                  {"Id ", ids[i], " is not a row of an embedding table with ", rows, " rows; rows count from 0."});
    }
    std::copy_n(table.data() + ids[i] * width, width, result->data() + i * width);
  }
  return result;
}

}  // namespace attention
