// What links keep of a lesson that plays by itself.
#pragma once

#include <string_view>

#include "explorer/link/keys.hpp"

namespace explorer {

void write_play(LinkWriter& out, const LinkSource& of);
void write_speed(LinkWriter& out, const LinkSource& of);

// False when the value is none.
bool take_play(LinkReader& into, std::string_view value);
bool take_speed(LinkReader& into, std::string_view value);  // one of lecture_speeds

}  // namespace explorer
