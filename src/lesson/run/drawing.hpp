// Draws the random tensors of a lesson from its generators, in the order of the file. Needs the attention core, so
// only run.cpp includes it.
#pragma once

#include <string>
#include <vector>

#include "attention/random/generator.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"

namespace lesson {

// All options must be resolved, defaults included. pointer is for errors.
graph::Result<std::vector<float>> draw(const graph::Draw& what, attention::Generator& generator,
                                       const std::string& pointer);

}  // namespace lesson
