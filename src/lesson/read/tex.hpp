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

}  // namespace lesson
