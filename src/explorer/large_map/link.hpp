// The large map in links: m.of (patches), m.picture (own), m.tokens, m.model (patterns, random), m.layers, m.heads, m.seed, m.causal (1, 0), m.head,
// m.pool (mean), m.follow (0), m.colors, m.zoom ("4,0.5,0.25"), m.cell ("373,55"), m.rows ("10,20"), m.find. Only what differs from the
// start is written; places count from 0.
#pragma once

#include <optional>
#include <string_view>

#include "explorer/large_map/state.hpp"
#include "explorer/link/link_text.hpp"

namespace explorer {

std::string_view large_tokens_word(large_map::Tokens tokens);  // words, patches
std::optional<large_map::Tokens> large_tokens_of(std::string_view word);
std::string_view large_model_word(large_map::Model model);
std::optional<large_map::Model> large_model_of(std::string_view word);

void add_large(LinkWriter& out, const LargeState& state);
// False when the value cannot be read. The values read may still not fit together.
bool take_large(LargeState& state, std::string_view key, std::string_view value);

}  // namespace explorer
