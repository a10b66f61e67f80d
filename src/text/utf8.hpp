// Makes text from outside valid UTF-8, and cuts it between characters.
#pragma once

#include <string>
#include <string_view>

namespace text {

std::string valid_utf8(std::string_view text);  // invalid bytes become U+FFFD
bool is_utf8(std::string_view text);
// Control characters other than line breaks and tabs as signs: ␍, ␛ …, and � where Unicode has none. For tokens, which may be
// any bytes; `text` is valid UTF-8.
std::string visible(std::string_view text);

// The JSON text with U+FFFD for each escaped half of a surrogate pair: Python writes such halves, and no parser takes
// them. `mended` holds the text if one was found.
std::string_view without_lone_surrogates(std::string_view json, std::string& mended);

std::string excerpt(std::string_view text, std::size_t most_bytes);  // with "…" when something was cut off

}  // namespace text
