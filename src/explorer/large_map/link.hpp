// The large map in links: m.of (letters, patches), m.picture (own), m.tokens, m.model (random, trained), m.layers, m.heads, m.seed, m.causal (1, 0), m.head,
// m.pool (mean), m.follow (0), m.colors, m.zoom ("4,0.5,0.25"), m.cell ("373,55"), m.rows ("10,20"), m.find. Only what differs from the
// start is written; places count from 0.
#pragma once

#include <string_view>

#include "explorer/large_map/state.hpp"
#include "explorer/link/link_text.hpp"

namespace explorer {

void add_large(LinkWriter& out, const LargeState& state);
// `key` with its "m.". False when the value cannot be read. The values read may still not fit together.
bool take_large(LargeState& state, std::string_view key, std::string_view value);
std::string_view large_label(std::string_view key);  // the sentence that names it in a note; "" where none does

}  // namespace explorer
