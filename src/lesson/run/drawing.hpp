// Draws the random tensors of a lesson from its generators, in the order of the file. Needs the attention core, so
// only run.cpp and the trainer include it.
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

// The same into a tensor of that shape, which is already there. Nothing is allocated by rand, randn, randint, uniform,
// gaussian and dropout.
graph::Result<void> draw_into(attention::Tensor& to, const graph::Draw& what, attention::Generator& generator,
                              const std::string& pointer);

}  // namespace lesson
