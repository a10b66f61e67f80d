// Edit distance between a mistyped word and the known ones (Damerau's: swapped neighbours count as one). Words over 64
// bytes are never suggested, so that the table fits on the stack.
#include "lesson/read/nearest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "lesson/read/cursor.hpp"

namespace lesson {
namespace {

constexpr std::size_t longest = 64;

std::size_t distance(std::string_view a, std::string_view b) {
  std::array<std::array<std::size_t, longest + 1>, 3> rows{};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], rows[(i + 1) % 3][j - 2] + 1);
    }
  }
  return rows[a.size() % 3][b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::string_view best;
  std::size_t least = std::max<std::size_t>(1, std::min(word.size(), longest) / 3) + 1;
  for (std::string_view candidate : candidates) {
    if (word.size() > longest || candidate.size() > longest) continue;
    const std::size_t d = distance(word, candidate);
    if (d < least) least = d, best = candidate;
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  if (const std::string_view meant = nearest(word, candidates); !meant.empty())
    return joined({" Did you mean “", meant, "”?"});
  if (candidates.empty() || candidates.size() > 30) return "";
  std::string list = " Known are: ";
  for (std::size_t i = 0; i < candidates.size(); ++i) list += joined({(i ? ", " : ""), candidates[i]});
  return list + ".";
}

}  // namespace lesson
