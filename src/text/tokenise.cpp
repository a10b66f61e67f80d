// Tokenising: S2's way, and by words and punctuation in any script.
#include "text/tokenise.hpp"

#include <utility>

#include "text/unicode.hpp"

namespace text {

namespace {

constexpr char32_t zero_width_joiner = 0x200D;

bool is_letter(char32_t c) {
  return !is_space(c) && !is_control(c) && !is_mark_or_symbol(c) && !is_digit(c) && !is_joiner(c) && !is_lone_letter(c);
}

bool is_word(char32_t c) { return is_letter(c) || is_digit(c); }

// An apostrophe between letters or a point or comma between digits does not end a word.
bool stays_inside(char32_t before, char32_t c, char32_t after) {
  if (c == U'\'' || c == U'\u2019') return is_letter(before) && is_letter(after);
  if (c == U'.' || c == U',') return is_digit(before) && is_digit(after);
  return false;
}

}  // namespace

std::vector<std::string> tokenise_spaces(std::string_view text) {
  std::vector<std::string> tokens;
  std::string token;
  for (char32_t c : decoded(text)) {
    if (c == U',') continue;
    if (!is_space(c)) {
      append_character(token, c);
    } else if (!token.empty()) {
      tokens.push_back(std::exchange(token, {}));
    }
  }
  if (!token.empty()) tokens.push_back(std::move(token));
  return tokens;
}

std::vector<std::string> tokenise_words(std::string_view text) {
  const std::u32string in = decoded(text);
  std::vector<std::string> tokens;
  std::size_t at = 0;
  // Takes one character with the joiners after it, and everything that a zero-width joiner attaches.
  const auto take = [&](std::string& token) {
    append_character(token, in[at++]);
    while (at < in.size() && is_joiner(in[at])) {
      const bool ties = in[at] == zero_width_joiner && at + 1 < in.size() && is_mark_or_symbol(in[at + 1]);
      append_character(token, in[at++]);
      if (ties) append_character(token, in[at++]);
    }
  };
  while (at < in.size()) {
    if (is_space(in[at]) || is_control(in[at])) {
      ++at;
      continue;
    }
    std::string token;
    if (is_word(in[at])) {
      while (at < in.size() && (is_word(in[at]) || (at + 1 < in.size() && at > 0 && !token.empty() &&
                                                    stays_inside(in[at - 1], in[at], in[at + 1])))) {
        take(token);
      }
    } else {
      const bool flag = is_flag_letter(in[at]) && at + 1 < in.size() && is_flag_letter(in[at + 1]);
      take(token);
      if (flag) take(token);
    }
    tokens.push_back(std::move(token));
  }
  return tokens;
}

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> result;
  for (char32_t c : decoded(text)) append_character(result.emplace_back(), c);
  return result;
}

}  // namespace text
