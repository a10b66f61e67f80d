// Characters of UTF-8 text and the few properties of them that tokenising needs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace text {

// The character (code point) at `at`, which is advanced past it. An invalid sequence gives U+FFFD. Requires at <
// text.size().
char32_t next_character(std::string_view text, std::size_t& at);
std::u32string decoded(std::string_view text);
void append_character(std::string& text, char32_t c);

bool is_space(char32_t c);           // as Python's str.isspace
bool is_digit(char32_t c);           // decimal digits of any script
bool is_mark_or_symbol(char32_t c);  // punctuation and symbols, emoji among them
bool is_lone_letter(char32_t c);     // Han, Hiragana: scripts without spaces, one token per character
bool is_joiner(char32_t c);          // belongs to the preceding character
bool is_flag_letter(char32_t c);     // two of them make a flag
bool is_control(char32_t c);
// In a block of scripts that are written from right to left: Hebrew, Arabic, Syriac and the like (UAX 9).
bool is_right_to_left(char32_t c);
bool has_right_to_left(std::string_view text);

}  // namespace text
