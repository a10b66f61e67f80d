// Queries and keys of the reader's own, computed by another program. A head's numbers come when it is looked at: those of all
// heads may be more than fits into memory.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace large_map {

inline constexpr std::size_t most_own_heads = 192, widest_own_head = 256;
inline constexpr std::size_t most_own_numbers = std::size_t{1} << 26;  // kept at a time, of all heads: 256 MB

struct OwnHeads {
  std::string name;  // of the queries in their file
  std::size_t tokens = 0, heads = 0, width = 0;
  std::vector<std::string> words;  // one per token; empty: they are numbered
  struct Head {
    std::vector<float> query, key;  // (tokens, padded_width()), zeros behind the width
  };
  std::map<std::size_t, Head> there;

  // A texel of the map's shader holds four numbers. Zeros add nothing to a score.
  std::size_t padded_width() const { return (width + 3) / 4 * 4; }
  std::size_t numbers_of_head() const { return 2 * tokens * padded_width(); }
  bool all_fit() const { return heads * numbers_of_head() <= most_own_numbers; }
  // query, key: (tokens, width). Others than `shown` are dropped where there would be too many.
  void take(std::size_t head, const float* query, const float* key, std::size_t shown);
};

}  // namespace large_map
