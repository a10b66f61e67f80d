// A lesson with all parameters resolved: the single definition of each tensor, sizes, options and inputs, and its
// shape. Planning computes no tensor, so that a hostile file is rejected cheaply.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"
#include "lesson/run/run.hpp"

namespace lesson {

struct PlannedTensor {
  const Tensor* tensor = nullptr;
  std::string_view symbol;         // the tensor's at these parameters
  const Making* making = nullptr;  // never a choice
  const graph::Operation* operation = nullptr;
  std::vector<std::size_t> inputs;  // indices in the plan
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

// Errors: a parameter that does not exist or is out of range ("/parameters/…" in path), shapes that do not fit, too
// many values or multiply-adds.
graph::Result<Plan> make_plan(const Lesson& lesson, const Overrides& overrides);

// The same error, with its path put below the pointer of its origin.
std::unexpected<graph::Error> moved(graph::Error error, const std::string& pointer);

}  // namespace lesson
