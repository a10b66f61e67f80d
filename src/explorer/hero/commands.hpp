// The commands of the sentence on the contents page, with their spelling in JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explorer/hero/state.hpp"
#include "explorer/json/shape.hpp"

namespace explorer {

// The sentence that the contents take through self-attention; empty: the first of those given. An Error if it has no
// word.
struct SetSentence {
  std::string text;
  bool continues = false;  // still typing: merged into the undo entry of the previous command
  using Json = Object<"SetSentence", Member<"text", &SetSentence::text>,
                      Member<"continues", &SetSentence::continues, Key::optional>>;
};
// The word whose row is shown in full, from 0.
struct FollowWord {
  std::size_t word = 0;
  using Json = Object<"FollowWord", Member<"word", &FollowWord::word>>;
};
// The cell of the sentence's tensors ("x", "q", "k", "v", "s", "a", "z") that is explained; none: of the followed row's
// result.
struct LookHero {
  std::string tensor;
  std::vector<std::size_t> index;
  using Json = Object<"LookHero", Member<"tensor", &LookHero::tensor>, Member<"index", &LookHero::index>>;
};

}  // namespace explorer
