// The words that lesson files may use for axes; roles, operations, options and draws have lists of their own.
// The interface's catalogue names each of them in every language.
#pragma once

#include <span>
#include <string_view>

namespace lesson {

std::span<const std::string_view> axis_names();
std::span<const std::string_view> role_names();

}  // namespace lesson
