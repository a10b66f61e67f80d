// A seeded draw as PyTorch code.
#pragma once

#include <string>
#include <string_view>

#include "graph/core/graph.hpp"

namespace graph {

// "torch.rand(3, 5)", from a generator of the script if one is named; "" where PyTorch's own draws depend on its build.
std::string draw_code(const Draw& draw, std::string_view generator = {});
std::string skipped_code(const Draw& draw);  // advances the generator by as many draws

}  // namespace graph
