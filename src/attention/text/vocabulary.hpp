// Words to ids to vectors: the vocabulary, the encoding, and the embedding look-up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "attention/tensor/shape.hpp"

namespace attention {

struct VocabularyEntry {
  std::string word;
  std::size_t id = 0;
};

struct Vocabulary {
  std::vector<VocabularyEntry> entries;  // each word once, in order of id
  std::size_t size = 0;                  // ids are below it: the number of rows an embedding table needs
  std::unordered_map<std::string, std::size_t> ids;
};

// unique: ids 0, 1, 2 … without gaps. notebook: S2's dictionary {word: i for i, word in enumerate(sorted(tokens))},
// where a repeated word keeps its last index, so that ids have gaps; without repeats both are the same.
enum class Numbering { unique, notebook };

// Sorted by code point, as Python sorts: capitals before small letters.
Vocabulary make_vocabulary(const std::vector<std::string>& tokens, Numbering numbering = Numbering::unique);

// The id of each token. Error "vocabulary" names an unknown token.
Result<std::vector<std::size_t>> encode(const std::vector<std::string>& tokens, const Vocabulary& vocabulary);

// Rows of the table (N, D) for the ids → (T, D). Error "range" names an id that is not below N.
Result<Tensor> embedding(const std::vector<std::size_t>& ids, const Tensor& table);

}  // namespace attention
