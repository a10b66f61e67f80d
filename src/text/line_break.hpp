// Where a line may break: Unicode's line breaking algorithm (UAX 14) with the classes of its database.
#pragma once

#include <string_view>
#include <vector>

namespace text {

// For each character, whether a line may break before it; false for the first. Without what must break.
std::vector<bool> line_breaks(std::u32string_view text);

// The same between characters that are no spaces, where one of the two is of a script without spaces between words or is a
// full-width mark: Han, kana, Hangul. In Thai, Lao, Khmer and Burmese, whose words only a dictionary tells: between
// syllables. Elsewhere words are not divided, not even after a hyphen.
std::vector<bool> breaks_within_words(std::u32string_view text);

}  // namespace text
