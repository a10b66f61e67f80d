// Functions that exported scripts define for themselves, where a library has no such word.
#pragma once

#include <string>
#include <string_view>

#include "graph/operation.hpp"

namespace graph {

// The definitions that a script uses, in an order in which they can stand.
std::string code_helpers(std::string_view script, Language language);
bool is_code_helper(std::string_view name);

}  // namespace graph
