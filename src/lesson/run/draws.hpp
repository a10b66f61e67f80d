// The kinds of random draws that a lesson can use: their names, options and documentation. Drawing itself is in
// drawing.hpp, which needs the attention core; this header does not.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "graph/core/operation.hpp"

namespace lesson {

struct DrawSpec {
  std::string_view name;
  std::string_view doc;
  std::size_t rank = 0;  // 0: any
  std::span<const graph::OptionSpec> options;
};

std::span<const DrawSpec> all_draws();
std::span<const std::string_view> draw_names();
const DrawSpec* find_draw(std::string_view name);  // nullptr when there is none

}  // namespace lesson
