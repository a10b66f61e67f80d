// What links keep of a run of training: its step, what is shown of it, and the rates that were changed on the way.
#pragma once

#include <optional>
#include <string_view>

#include "explorer/link/keys.hpp"

namespace explorer {

std::optional<std::size_t> whole(std::string_view text, std::size_t most);  // a number without sign

void write_run_step(LinkWriter& out, const LinkSource& of);
void write_run_part(LinkWriter& out, const LinkSource& of);
void write_run_weight(LinkWriter& out, const LinkSource& of);
void write_run_rates(LinkWriter& out, const LinkSource& of);

// False when the value is none.
bool take_run_step(LinkReader& into, std::string_view value);
bool take_run_part(LinkReader& into, std::string_view value);
bool take_run_weight(LinkReader& into, std::string_view value);  // "w_query,5,19"
bool take_run_rates(LinkReader& into, std::string_view value);   // "0:0.5,25:0.1"

}  // namespace explorer
