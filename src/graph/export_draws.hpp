// A seeded draw as PyTorch code.
#pragma once

#include <string>

#include "graph/graph.hpp"

namespace graph {

std::string draw_code(const Draw& draw);     // "torch.rand(3, 5)"; "" where PyTorch's own draws depend on its build
std::string skipped_code(const Draw& draw);  // consumes as many draws of the generator

}  // namespace graph
