// A lesson with all parameters settled: for each tensor its one making, sizes, options and inputs, and its shape.
// Planning computes no tensor, so that a hostile file is refused before it costs anything.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "graph/graph.hpp"
#include "lesson/lesson.hpp"
#include "lesson/run.hpp"

namespace lesson {

struct PlannedTensor {
  const Tensor* tensor = nullptr;
  std::string_view symbol;         // the tensor's at these parameters
  const Making* making = nullptr;  // never a choice
  const graph::Operation* operation = nullptr;
  std::vector<std::size_t> inputs;  // places in the plan
  graph::Options options;
  std::size_t generator = 0;   // of a random source
  std::vector<float> picture;  // of a picture source
  graph::Shape shape;
};

struct PlannedGenerator {
  std::int64_t seed = 0;
  std::vector<graph::Draw> discard;
};

struct Plan {
  std::vector<PlannedGenerator> generators;
  std::vector<PlannedTensor> tensors;  // in the order of lesson.tensors
};

// Errors: a parameter that is not there or out of range ("/parameters/…" in path), shapes that do not fit, too many
// values or multiply-adds.
graph::Result<Plan> make_plan(const Lesson& lesson, const Overrides& overrides);

// The same error, its path standing below the pointer of what it came from.
std::unexpected<graph::Error> moved(graph::Error error, const std::string& pointer);

}  // namespace lesson
