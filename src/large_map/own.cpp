// Keeps as many heads as are allowed, each with its rows padded.
#include "large_map/own.hpp"

#include <algorithm>

namespace large_map {

void OwnHeads::take(std::size_t head, const float* query, const float* key, std::size_t shown) {
  while (!there.empty() && (there.size() + 1) * numbers_of_head() > most_own_numbers) {
    const auto other = std::ranges::find_if(there, [&](const auto& one) { return one.first != shown; });
    there.erase(other == there.end() ? there.begin() : other);
  }
  const auto padded = [&](const float* rows) {
    std::vector<float> out(tokens * padded_width(), 0.0f);
    for (std::size_t row = 0; row < tokens; ++row)
      std::copy_n(rows + row * width, width, out.begin() + static_cast<std::ptrdiff_t>(row * padded_width()));
    return out;
  };
  there.insert_or_assign(head, Head{padded(query), padded(key)});
}

}  // namespace large_map
