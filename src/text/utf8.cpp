// Follows Unicode's table of well-formed byte sequences: no overlong forms, no surrogates, nothing past U+10FFFF.
#include "text/utf8.hpp"

#include <algorithm>
#include <charconv>

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

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const unsigned char c = byte(text, at);
    const bool second_set = c == 0xC2 && at + 1 < text.size() && byte(text, at + 1) < 0xA0;  // U+0080 … U+009F
    if (c == 0x7F) {
      out += "\u2421";
    } else if (second_set) {
      out += "\uFFFD";
      ++at;
    } else if (c < 0x20 && c != '\n' && c != '\t') {
      out += "\xE2\x90";  // U+2400 and the following
      out += static_cast<char>(0x80 + c);
    } else {
      out += text[at];
    }
  }
  return out;
}

std::string_view without_lone_surrogates(std::string_view json, std::string& mended) {
  // The code of an escape \uXXXX at a place, or 0.
  const auto code_at = [&](std::size_t at) -> unsigned {
    unsigned code = 0;
    if (!json.substr(std::min(at, json.size())).starts_with("\\u")) return 0;
    const std::string_view digits = json.substr(at + 2, 4);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    return digits.size() == 4 && error == std::errc() && end == digits.data() + 4 ? code : 0;
  };
  for (std::size_t at = json.find('\\'); at < json.size(); at = json.find('\\', at)) {
    const unsigned code = code_at(at), next = code_at(at + 6);
    const bool first_half = code >= 0xD800 && code < 0xDC00, second_half = code >= 0xDC00 && code < 0xE000;
    if (first_half && next >= 0xDC00 && next < 0xE000) {
      at += 12;
    } else if (first_half || second_half) {
      if (mended.empty()) mended = json;
      mended.replace(at, 6, "\\ufffd");
      at += 6;
    } else {
      at += 2;
    }
  }
  return mended.empty() ? json : std::string_view(mended);
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
