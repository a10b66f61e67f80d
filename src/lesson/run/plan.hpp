// A lesson with all parameters resolved: the single definition of each tensor, sizes, options and inputs, and its
// shape. Planning computes no tensor, so that a hostile file is rejected cheaply.
#pragma once

#include <expected>
#include <map>
#include <optional>
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

// Training with everything resolved. Tensors are indices in the plan, generators in its list.
struct PlannedTraining {
  std::size_t loss = 0;
  std::vector<std::size_t> parameters;
  graph::Options optimiser;  // all of optimiser_options(), with PyTorch's defaults
  std::vector<std::size_t> fresh;
  std::size_t steps = 0;
  std::optional<std::size_t> held_out;  // its generator
  std::size_t every = 0, batches = 0;
  // One that the model writes, and the steps from one line to the next.
  struct Writing {
    std::size_t line = 0, picks = 0;
  };
  std::vector<Writing> writings;
  std::size_t writes_every = 0;
  std::vector<std::size_t> watch;
};

struct Plan {
  std::vector<PlannedGenerator> generators;
  std::vector<PlannedTensor> tensors;  // in the order of lesson.tensors
  std::optional<PlannedTraining> training;
};

// Errors: a parameter that does not exist or is out of range ("/parameters/…" in path), shapes that do not fit, too
// many values or multiply-adds.
graph::Result<Plan> make_plan(const Lesson& lesson, const Overrides& overrides);

using Values = std::map<std::string, ParameterValue, std::less<>>;

// The options of a bound table at these values. Draws and training get the defaults of what is not given; an operation
// handles them itself and can tell.
graph::Result<graph::Options> settle_options(const BoundOptions& bound, std::span<const graph::OptionSpec> specs,
                                             const Values& values, const std::string& pointer, bool with_fallbacks);

// The tensors drawn from these generators, in the order of the draws.
std::vector<std::size_t> drawn_from(const Plan& plan, std::span<const std::size_t> generators);

// The training of a lesson that has one. Errors name its places: a loss of many cells, a parameter that is computed or
// drawn anew at each step.
graph::Result<PlannedTraining> plan_training(const Lesson& lesson, const Plan& plan, const Values& values);

// The same error, with its path put below the pointer of its origin.
std::unexpected<graph::Error> moved(graph::Error error, const std::string& pointer);

}  // namespace lesson
