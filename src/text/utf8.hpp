// Makes text from outside valid UTF-8, and cuts it between characters.
#pragma once

#include <string>
#include <string_view>

namespace text {

std::string valid_utf8(std::string_view text);  // invalid bytes become U+FFFD
bool is_utf8(std::string_view text);
std::string excerpt(std::string_view text, std::size_t most_bytes);  // with "…" when something was cut off

}  // namespace text
