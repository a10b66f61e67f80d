// The tutorial's letters on a whole lesson. A lesson file lists them as pairs of TeX, "\scores{S}": "\scores{w'}", and they
// are put into its JSON before it is read: so every formula, symbol and text has them, and no reader knows of it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lesson/read/cursor.hpp"
#include "lesson/read/json.hpp"

namespace lesson {

inline constexpr std::size_t most_letters = 60;
inline constexpr std::size_t longest_letter = 60;  // bytes: a text of them grows by no more

// This page's, and the tutorial's. A pair that begins with a role, such as \scores{S}, holds in that role alone, with
// whatever follows the letter within the braces or after them. Any other holds wherever it stands alone, between signs
// that are no letters; one of several characters, such as "√D", in running text as well.
using LetterPair = std::pair<std::string, std::string>;

std::string with_letters(std::string_view tex, std::span<const LetterPair> letters);
// Of light markup: its formulae, and in its words the pairs of several characters.
std::string text_with_letters(std::string_view text, std::span<const LetterPair> letters);
// Of a tensor's symbol, "S_{causal}": it has the letters of all roles.
std::string symbol_with_letters(std::string_view symbol, std::span<const LetterPair> letters);

// In the whole document of a lesson but its table of names, its corrections, its sources and its layer's code, which are in
// the tutorial's own letters anyway. Pairs that read_letters would report are left out.
void put_letters(Json& lesson);

// The pairs of a file, checked: TeX on both sides, of the same role; none if it has no such list.
std::vector<LetterPair> read_letters(const Cursor& place);

}  // namespace lesson
