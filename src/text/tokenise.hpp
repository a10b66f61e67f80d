// Splits a sentence into tokens. Text is UTF-8 of any script; invalid bytes become U+FFFD, and no character is ever
// split.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace text {

// S2's way: sentence.replace(',', '').split(): commas dropped, split at white space, everything else kept.
std::vector<std::string> tokenise_spaces(std::string_view text);

// Words and punctuation: runs of letters, marks and digits are words, with apostrophes between letters (don't) and
// points or commas between digits (3.14) kept inside; each punctuation mark or symbol is a token of its own (an emoji
// with its joiners is one); each Han or Hiragana character is a token, as word boundaries there need a dictionary.
std::vector<std::string> tokenise_words(std::string_view text);

// The characters (code points) of a text, each as its UTF-8; and their number.
std::vector<std::string> characters(std::string_view text);

}  // namespace text
