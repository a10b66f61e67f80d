// Digits into weights.
#include "explorer/hero/band.hpp"

namespace explorer {
namespace {

std::optional<float> root_of(char digit) {
  constexpr float most = 35;
  if (digit >= '0' && digit <= '9') return static_cast<float>(digit - '0') / most;
  if (digit >= 'a' && digit <= 'z') return static_cast<float>(digit - 'a' + 10) / most;
  return std::nullopt;
}

}  // namespace

graph::Result<std::optional<LargeBand>> read_band(const json::Value& value) {
  if (!value.exists()) return std::nullopt;
  const auto wrong = [] {
    return graph::fail("band", "/band", "The band needs rows and columns, and a digit or small letter for each cell.");
  };
  const std::size_t rows = value["rows"].index().value_or(0), columns = value["columns"].index().value_or(0);
  const std::string_view digits = value["weights"].text().value_or("");
  if (rows == 0 || rows > longest_band || columns == 0 || columns > longest_band / rows ||
      digits.size() != rows * columns)
    return wrong();
  LargeBand band{rows, columns, {}};
  band.roots.reserve(digits.size());
  for (const char digit : digits) {
    const std::optional<float> root = root_of(digit);
    if (!root) return wrong();
    band.roots.push_back(*root);
  }
  return band;
}

}  // namespace explorer
