// Finds the known word closest to a mistyped one, for the suggestion in an error message. Used by the parser and the
// runner; independent of lessons.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lesson {

// The candidate that takes the fewest insertions, deletions, replacements and swaps of neighbours; "" when none is
// close enough.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

// "Did you mean “matmul”?", or "Known are: …" when nothing is close and the list is short, or "".
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace lesson
