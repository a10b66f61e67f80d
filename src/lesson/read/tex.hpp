// Limits on the TeX of a lesson, checked before it is typeset: length and depth that take little time, and no commands
// that would put links, styles or names into a page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "graph/core/types.hpp"

namespace lesson {

constexpr std::size_t longest_tex = 1000;  // bytes
constexpr int deepest_tex = 32;            // nesting of braces

// Code "tex" and a sentence that says how to fix it; the caller knows the location.
std::optional<graph::Error> tex_fault(std::string_view tex);

// The formula in Unicode, for controls and names that hold plain text: "\query{W_q}" is "Wq", "H_2" is "H₂". A command
// without a sign of its own is left out and its argument kept.
std::string tex_words(std::string_view tex);

}  // namespace lesson
