// Follows Unicode's table of well-formed byte sequences: no overlong forms, no surrogates, nothing past U+10FFFF.
#include "text/utf8.hpp"

namespace text {
namespace {

unsigned char byte(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// Length in bytes of the character at `at`; 0 when it is invalid.
std::size_t letter(std::string_view text, std::size_t at) {
  const unsigned char first = byte(text, at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(text, at + i) & 0xC0) != 0x80) return 0;
  const unsigned char second = byte(text, at + 1);
  const bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                     (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return wrong ? 0 : length;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = letter(text, at);
    if (length == 0) out += "\uFFFD";
    else out += text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return out;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = letter(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string excerpt(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return valid_utf8(text);
  std::size_t end = most_bytes;
  while (end > 0 && (byte(text, end) & 0xC0) == 0x80) --end;
  return valid_utf8(text.substr(0, end)) + "…";
}

}  // namespace text
