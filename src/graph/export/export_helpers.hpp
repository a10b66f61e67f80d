// Functions that exported scripts define for themselves, where a library lacks them.
#pragma once

#include <string>
#include <string_view>

#include "graph/core/operation.hpp"

namespace graph {

// The definitions that a script uses, in an order in which each is defined before its use.
std::string code_helpers(std::string_view script, Language language);
bool is_code_helper(std::string_view name);

}  // namespace graph
