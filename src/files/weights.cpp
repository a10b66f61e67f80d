// One pass over the rows; the future is counted per row first, for whether there is a causal mask shows only at the end.
#include "files/weights.hpp"

#include <cmath>
#include <limits>

namespace files {

namespace {

void note(OddPlace& oddity, std::size_t head, std::size_t query, std::size_t key, double value) {
  if (oddity.count++ > 0) return;
  oddity.head = head;
  oddity.query = query;
  oddity.key = key;
  oddity.value = value;
}

}  // namespace

std::array<OddPlace, oddities> check_weights(std::span<const float> weights, std::size_t queries, std::size_t keys) {
  std::array<OddPlace, oddities> found;
  const auto at = [&found](Oddity kind) -> OddPlace& { return found[static_cast<std::size_t>(kind)]; };
  if (queries == 0 || keys == 0) return found;
  std::size_t with_future = 0, without_future = 0;
  for (std::size_t row = 0; row < weights.size() / keys; ++row) {
    const std::size_t head = row / queries, query = row % queries;
    const std::span<const float> line = weights.subspan(row * keys, keys);
    std::size_t hidden = 0, broken = 0, negative = 0, ahead = 0;
    double sum = 0;
    for (std::size_t key = 0; key < keys; ++key) {
      const float value = line[key];
      if (value == -std::numeric_limits<float>::infinity()) ++hidden;
      else if (!std::isfinite(value)) ++broken;
      sum += static_cast<double>(value);
      if (value < 0 && std::isfinite(value) && negative++ == 0) note(at(Oddity::negative), head, query, key, value);
      if (key > query && value != 0 && !std::isnan(value) && ahead++ == 0)
        note(at(Oddity::future), head, query, key, value);
    }
    if (query + 1 < keys) ++(ahead > 0 ? with_future : without_future);
    if (hidden == keys) {
      note(at(Oddity::all_hidden), head, query, 0, line[0]);
      continue;
    }
    for (std::size_t key = 0; key < keys; ++key)
      if (!std::isfinite(line[key])) note(at(Oddity::not_a_number), head, query, key, line[key]);
    if (hidden + broken == 0 && negative == 0 && std::abs(sum - 1) > sum_tolerance)
      note(at(Oddity::sum), head, query, 0, sum);
  }
  if (with_future >= without_future) at(Oddity::future) = {};
  return found;
}

}  // namespace files
