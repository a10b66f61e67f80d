// See rollout.hpp.
#include "models/rollout.hpp"

#include <algorithm>

#include "models/loops.hpp"

namespace models {

namespace {

constexpr std::size_t held_weight_rows = 32;  // of a head's weights

// Where a block of rows with numbers other than 0 ends that begins at `first`.
std::size_t end_of_block(std::span<const float> row, std::size_t first) {
  const std::size_t most = std::min(row.size(), first + held_weight_rows);
  std::size_t end = first;
  while (end < most && row[end] != 0.0f) ++end;
  return end;
}

}  // namespace

Result<std::vector<float>> rollout_layer(const Run& run, std::size_t layer, std::span<const float> row) {
  if (Result<void> fine = run.check(layer, 0, 0); !fine) return std::unexpected(std::move(fine).error());
  const std::size_t tokens = run.tokens(), heads = run.model().config().heads;
  if (row.size() != tokens)
    return attention::fail("size", "row",
                           {"A row has a number for each of ", tokens, " tokens, not ", row.size(), "."});
  std::vector<float> out(tokens), weights(held_weight_rows * tokens);
  for (std::size_t first = 0; first < tokens;) {
    const std::size_t end = end_of_block(row, first), count = end - first;
    for (std::size_t head = 0; head < heads && count > 0; ++head) {
      if (Result<void> fine = run.weights(layer, head, first, count, weights.data()); !fine)
        return std::unexpected(std::move(fine).error());
      for (std::size_t i = 0; i < count; ++i)
        loops::add_scaled(weights.data() + i * tokens, 0.5f * row[first + i] / static_cast<float>(heads), out.data(),
                          tokens);
    }
    first = std::max(end, first + 1);
  }
  loops::add_scaled(row.data(), 0.5f, out.data(), tokens);
  return out;
}

}  // namespace models
