// Heads that were trained when the page was built, by the recipe web/large/heads.json: the letter before, the same letter,
// and what followed it. The third head is of a second layer: it sees each letter with what the first head adds to it.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "large_map/rows.hpp"
#include "large_map/setup.hpp"

namespace large_map {

// A text as its letters: a to z, in lower case; whatever stands between two of them is one space.
inline constexpr std::string_view space_letter = "·";
inline constexpr std::size_t second_layer_head = 2;
std::vector<std::string> letters_of(std::string_view text);

// A linear map as PyTorch keeps it: weight (out, in); bias (out), or none.
struct Projection {
  std::vector<float> weight, bias;
};

struct TrainedHeads {
  std::vector<std::string> letters;
  std::size_t features = 0, width = 0;  // of a letter's vector; of queries and keys
  double base = 0;             // of the rotary positions of the first head, as in attention/inputs/positions.hpp
  std::vector<float> vectors;  // (letters, features)
  struct Head {
    Projection query, key;  // (width, features)
  };
  std::array<Head, trained_heads> heads;
  Projection value, out;  // of the first head: (width, features), (features, width)
  // How they were trained: steps of this optimiser; letters of a step, drawn one by one, and in rounds.
  std::string optimiser;
  std::size_t steps = 0, random_letters = 0, round_letters = 0;
};

// Queries and keys of a sequence of letters.
class TrainedVectors {
 public:
  // letters: each must be one of the heads'.
  void begin(std::shared_ptr<const TrainedHeads> heads, std::span<const std::string> letters);
  // Of `count` letters from `first` on: (count, width).
  void make(std::size_t head, std::size_t first, std::size_t count, float* query, float* key);

 private:
  using Rows = std::vector<float>;
  void see(std::size_t end);  // what the second layer sees, of the letters before `end`

  std::shared_ptr<const TrainedHeads> heads_;
  std::vector<std::size_t> ids_;
  std::array<std::array<Rows, 2>, 2> of_letter_;  // query and key of a letter, of the heads of the first layer
  Rows told_;        // (letters, features): what the first head adds where it sees only that
                     // letter
  PackedKeys keys_;  // of the first head
  Rows second_;      // (seen_, features)
  std::size_t seen_ = 0;
};

}  // namespace large_map
