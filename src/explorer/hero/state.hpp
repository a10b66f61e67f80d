// The sentence that the contents page takes through self-attention, in the explorer's state.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace explorer {

struct HeroState {
  std::string sentence;             // as typed; empty: the first of those given
  std::optional<std::size_t> word;  // that is followed, from 0; none: the sentence's own
  bool operator==(const HeroState&) const = default;
};

inline constexpr std::size_t most_hero_words = 9;
inline constexpr std::size_t longest_sentence = 200;  // bytes

}  // namespace explorer
