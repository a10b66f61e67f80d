// Vocabulary, encoding and look-up.
#include "attention/text/vocabulary.hpp"

#include <algorithm>

namespace attention {

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

Result<std::vector<std::size_t>> encode(const std::vector<std::string>& tokens, const Vocabulary& vocabulary) {
  std::vector<std::size_t> ids;
  ids.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto found = vocabulary.ids.find(tokens[i]);
    if (found == vocabulary.ids.end()) {
      return fail("vocabulary", joined({"tokens[", i, "]"}),
                  {"\"", tokens[i], "\" is not in the vocabulary, so it has no id."});
    }
    ids.push_back(found->second);
  }
  return ids;
}

Result<Tensor> embedding(const std::vector<std::size_t>& ids, const Tensor& table) {
  if (auto ok = check_rank(table, 2, "table", "(words, features)"); !ok) return std::unexpected(ok.error());
  const std::size_t rows = table.shape()[0], width = table.shape()[1];
  Result<Tensor> result = make_zeros({ids.size(), width}, "the result");
  if (!result) return result;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= rows) {
      return fail("range", joined({"ids[", i, "]"}),
                  {"Id ", ids[i], " is not a row of an embedding table with ", rows, " rows; rows count from 0."});
    }
    std::copy_n(table.data() + ids[i] * width, width, result->data() + i * width);
  }
  return result;
}

}  // namespace attention
