// Counts the cost of attention. Sums are in double, exact below 2^53, so that an overflow can be detected.
#include "attention/tensor/counts.hpp"

namespace attention {

namespace {

constexpr double largest_exact = 9007199254740992.0;

struct Row {
  const char* operation;
  double parameters, multiply_adds, results;
};

Cost to_cost(const Row& row) {
  return {row.operation, static_cast<std::uint64_t>(row.parameters), static_cast<std::uint64_t>(row.multiply_adds),
          static_cast<std::uint64_t>(4.0 * (row.parameters + row.results))};
}

}  // namespace

Cost linear_cost(std::string operation, std::uint64_t rows, std::uint64_t in, std::uint64_t out, bool bias) {
  const std::uint64_t parameters = in * out + (bias ? out : 0);
  return {std::move(operation), parameters, rows * in * out, 4 * (parameters + rows * out)};
}

Result<CostTable> count_costs(HeadKind kind, const CostShape& shape) {
  if (kind != HeadKind::single && shape.heads == 0) {
    return fail("heads", "heads", "There must be at least one head.");
  }
  if (kind == HeadKind::narrow && shape.width % shape.heads != 0) {
    return fail("heads", "heads",
                {"A width of ", shape.width, " features can't be shared evenly by ", shape.heads,
                 " heads: k must be a multiple of the number of heads."});
  }
  const double b = static_cast<double>(shape.batch), t = static_cast<double>(shape.tokens);
  const double k = static_cast<double>(shape.width);
  const double heads = kind == HeadKind::single ? 1.0 : static_cast<double>(shape.heads);
  // The heads are k wide in total, or k wide each.
  const double joined = kind == HeadKind::wide ? heads * k : k;
  const double rows = b * t, pairs = rows * t;
  const double in_parameters = k * joined + (shape.projection_bias ? joined : 0.0);
  std::vector<Row> table = {
      {"query projection", in_parameters, rows * k * joined, rows * joined},
      {"key projection", in_parameters, rows * k * joined, rows * joined},
      {"value projection", in_parameters, rows * k * joined, rows * joined},
      {"scores", 0.0, pairs * joined, pairs * heads},
      {"softmax", 0.0, 0.0, pairs * heads},
      {"mixing the values", 0.0, pairs * joined, rows * joined},
  };
  if (kind != HeadKind::single) {
    table.push_back({"joining the heads", joined * k + (shape.output_bias ? k : 0.0), rows * joined * k, rows * k});
  }
  Row total{"total", 0.0, 0.0, 0.0};
  for (const Row& row : table) {
    total.parameters += row.parameters;
    total.multiply_adds += row.multiply_adds;
    total.results += row.results;
  }
  if (total.multiply_adds > largest_exact || 4.0 * (total.parameters + total.results) > largest_exact) {
    return fail("size", "shape", "These sizes are beyond what can be counted exactly (2^53).");
  }
  CostTable result;
  for (const Row& row : table) result.operations.push_back(to_cost(row));
  result.total = to_cost(total);
  return result;
}

}  // namespace attention
