// Draws the random tensors of a lesson from its generators, in the order of the file. Needs the attention core, so
// only files of this folder and the trainer include it.
#pragma once

#include <string>
#include <vector>

#include "attention/random/generator.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"
#include "lesson/run/plan.hpp"

namespace lesson {

// All options must be resolved, defaults included. pointer is for errors.
graph::Result<std::vector<float>> draw(const graph::Draw& what, attention::Generator& generator,
                                       const std::string& pointer);

// The same into a tensor of that shape, which is already there. Nothing is allocated by rand, randn, randint, uniform,
// gaussian and dropout.
graph::Result<void> draw_into(attention::Tensor& to, const graph::Draw& what, attention::Generator& generator,
                              const std::string& pointer);

graph::Draw draw_of(const PlannedTensor& tensor);

// The generator as it is after its discarded draws, and those of the tensors that are drawn once.
graph::Result<attention::Generator> begun(const Lesson& lesson, const Plan& plan, std::size_t generator,
                                          bool with_tensors);

}  // namespace lesson
