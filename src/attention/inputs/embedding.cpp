// Lookups by id.
#include "attention/inputs/embedding.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

// ids as whole numbers from 0 to count - 1; `limit` says in words which do not fit, `remedy` what to do.
Result<std::vector<long long>> whole(const Tensor& ids, std::size_t count, std::string_view limit,
                                     std::string_view remedy, std::optional<long long> ignored = std::nullopt) {
  std::vector<long long> out;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const float id = ids.data()[i];
    const bool fits = (id >= 0.0f && id < static_cast<float>(count)) || (ignored && id == static_cast<float>(*ignored));
    if (fits && id == std::floor(id)) {
      out.push_back(static_cast<long long>(id));
      continue;
    }
    const std::string cell = "ids" + describe_index(i, shape_of(ids));
    if (std::fabs(id) < 1e9f && id == std::floor(id))
      return fail("range", cell, {"Id ", static_cast<long long>(id), limit, remedy});
    return fail("range", cell, {cell, " is not a whole number", fits ? "." : " that can be an id."});
  }
  return out;
}

}  // namespace

Result<Tensor> embedding(const Tensor& ids, const Tensor& weight) {
  if (auto ok = check_rank(weight, 2, "weight", "(N, D)"); !ok) return std::unexpected(ok.error());
  const std::size_t rows = weight.shape()[0];
  const std::string limit = joined({" names no row: table has ", rows, " rows, counted from 0."});
  const Result<std::vector<long long>> chosen = whole(ids, rows, limit, " Give it more rows or take a smaller id.");
  if (!chosen) return std::unexpected(chosen.error());
  Result<Tensor> taken = attention::index_select(weight, 0, *chosen);  // (count of ids, D)
  if (!taken) return taken;
  Shape shape = shape_of(ids);
  shape.push_back(weight.shape()[1]);
  taken->reshape(shape);
  return taken;
}

Result<Tensor> one_hot(const Tensor& ids, std::size_t num_classes, std::optional<long long> ignored) {
  const std::string limit = joined({" does not fit rows of length ", num_classes, ", counted from 0."});
  if (auto ok = whole(ids, num_classes, limit, " Make size larger.", ignored); !ok) return std::unexpected(ok.error());
  Shape shape = shape_of(ids);
  shape.push_back(num_classes);
  if (auto count = element_count(shape, "the result"); !count) return std::unexpected(count.error());
  shape.back() = 1;
  Doubles column = widened(ids);
  column.reshape(shape);  // (…, 1)
  if (ignored)
    for (double& id : column)
      if (id == static_cast<double>(*ignored)) id = -1;
  const auto same = [](double a, double b) { return a == b; };
  return attention::where(compare(same, column, count_up(num_classes)), scalar(1.0f), scalar(0.0f));
}

}  // namespace attention
