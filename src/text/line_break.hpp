// Where a line may break in scripts that do not put spaces between words: a part of Unicode's line breaking (UAX 14).
#pragma once

#include <string_view>

namespace text {

// Whether a line may break between two neighbouring characters, neither of which is a space. Between Han, kana and Hangul:
// yes, but not before closing marks and small kana, nor after opening ones. In Thai, Lao, Khmer and Burmese, whose words only
// a dictionary tells: between syllables. Between other letters: no, they break at spaces.
bool may_break(char32_t before, char32_t after);

}  // namespace text
