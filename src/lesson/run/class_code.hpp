// The layer that a lesson is about, as one PyTorch class.
#pragma once

#include <string>

#include "graph/core/graph.hpp"
#include "lesson/run/run.hpp"

namespace lesson {

// A script that defines the class, gives it the numbers of the graph, runs it, and checks that it gives the page's result
// (relative 1e-4, absolute 1e-5); the result is left out where `hidden` covers one of its cells. "" for a lesson without one.
std::string class_code(const Lesson& lesson, const graph::Graph& graph, const Overrides& overrides,
                       const graph::HiddenCells& hidden = {});

}  // namespace lesson
