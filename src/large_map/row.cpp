// Entropy, ranks and largest weights of a row.
#include "large_map/row.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace large_map {

Row row_of(const Computation& large, std::size_t row) {
  Row out{row, large.map().keys_of(row), large.map().row(row), 0};
  for (const float weight : out.weights)
    if (weight > 0) out.entropy -= double{weight} * std::log2(double{weight});
  return out;
}

std::size_t rank_in_row(const Row& row, std::size_t column) {
  return 1 + static_cast<std::size_t>(
                 std::ranges::count_if(row.weights, [&](float weight) { return weight > row.weights[column]; }));
}

std::vector<std::size_t> largest_of_row(const Row& row, std::size_t count) {
  std::vector<std::size_t> places(row.keys);
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto shown = static_cast<std::ptrdiff_t>(std::min(count, places.size()));
  std::ranges::partial_sort(places, places.begin() + shown, [&](std::size_t a, std::size_t b) {
    return row.weights[a] != row.weights[b] ? row.weights[a] > row.weights[b] : a < b;
  });
  places.resize(static_cast<std::size_t>(shown));
  return places;
}

}  // namespace large_map
