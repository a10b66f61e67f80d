// Vocabulary and encoding.
#include "text/vocabulary.hpp"

#include <map>
#include <string_view>

namespace text {

Vocabulary make_vocabulary(const std::vector<std::string>& tokens, Numbering numbering) {
  // Comparing UTF-8 byte by byte (as unsigned, which char_traits does) is the same as comparing code points.
  std::map<std::string_view, std::size_t> counts;
  for (const std::string& token : tokens) ++counts[token];
  Vocabulary vocabulary;
  for (const auto& [token, count] : counts) {
    vocabulary.size += numbering == Numbering::unique ? 1 : count;
    vocabulary.entries.push_back({std::string(token), vocabulary.size - 1});
    vocabulary.ids.emplace(token, vocabulary.size - 1);
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
