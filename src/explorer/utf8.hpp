// Text that came from outside: made valid, and cut between letters.
#pragma once

#include <string>
#include <string_view>

namespace explorer {

std::string valid_utf8(std::string_view text);  // what is no UTF-8 becomes U+FFFD
bool is_utf8(std::string_view text);
std::string excerpt(std::string_view text, std::size_t most_bytes);  // with "…" when something was cut off

}  // namespace explorer
