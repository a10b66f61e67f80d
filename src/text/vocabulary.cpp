// Vocabulary and encoding.
#include "text/vocabulary.hpp"

#include <algorithm>

namespace text {

Vocabulary make_vocabulary(const std::vector<std::string>& tokens, Numbering numbering) {
  // Comparing UTF-8 byte by byte (as unsigned, which char_traits does) is the same as comparing code points.
  std::vector<std::string> sorted = tokens;
  std::sort(sorted.begin(), sorted.end());
  if (numbering == Numbering::unique) sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  Vocabulary vocabulary;
  vocabulary.size = sorted.size();
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i + 1 < sorted.size() && sorted[i + 1] == sorted[i]) continue;
    vocabulary.entries.push_back({sorted[i], i});
    vocabulary.ids.emplace(sorted[i], i);
  }
  return vocabulary;
}

std::expected<std::vector<std::size_t>, std::size_t> encode(const std::vector<std::string>& tokens,
                                                            const Vocabulary& vocabulary) {
  std::vector<std::size_t> ids;
  ids.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto found = vocabulary.ids.find(tokens[i]);
    if (found == vocabulary.ids.end()) return std::unexpected(i);
    ids.push_back(found->second);
  }
  return ids;
}

}  // namespace text
