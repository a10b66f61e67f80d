// A seeded draw as PyTorch code.
#pragma once

#include <string>

#include "graph/core/graph.hpp"

namespace graph {

std::string draw_code(const Draw& draw);     // "torch.rand(3, 5)"; "" where PyTorch's own draws depend on its build
std::string skipped_code(const Draw& draw);  // advances the generator by as many draws

}  // namespace graph
