// Words to ids: the vocabulary and the encoding.
#pragma once

#include <cstddef>
#include <expected>
#include <map>
#include <string>
#include <vector>

namespace text {

struct VocabularyEntry {
  std::string word;
  std::size_t id = 0;
};

struct Vocabulary {
  std::vector<VocabularyEntry> entries;  // each word once, in order of id
  std::size_t size = 0;                  // ids are below it: the number of rows an embedding table needs
  std::map<std::string, std::size_t> ids;
};

// unique: ids 0, 1, 2 … without gaps. notebook: S2's dictionary {word: i for i, word in enumerate(sorted(tokens))},
// where a repeated word keeps its last index, so that ids have gaps; without repeats both are the same.
enum class Numbering { unique, notebook };

// Sorted by code point, as Python sorts: capitals before small letters.
Vocabulary make_vocabulary(const std::vector<std::string>& tokens, Numbering numbering = Numbering::unique);

// The id of each token; otherwise the index of the first token that is not in the vocabulary.
std::expected<std::vector<std::size_t>, std::size_t> encode(const std::vector<std::string>& tokens,
                                                            const Vocabulary& vocabulary);

}  // namespace text
