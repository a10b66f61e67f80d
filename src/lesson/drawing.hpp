// Draws the random tensors of a lesson from its generators, in the order of the file. Needs the attention core, so
// only run.cpp includes it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "attention/generator.hpp"
#include "graph/graph.hpp"
#include "lesson/lesson.hpp"

namespace lesson {

// A draw with its sizes and options settled.
struct Draw {
  std::string draw;
  graph::Shape shape;
  graph::Options options;  // all of them, fallbacks filled in
  std::string pointer;     // for errors
};

graph::Result<std::vector<float>> draw(const Draw& what, attention::Generator& generator);

}  // namespace lesson
