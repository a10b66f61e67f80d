// The training of a lesson as a PyTorch script.
#pragma once

#include <string>

#include "lesson/run/run.hpp"

namespace lesson {

// Errors: those of run(), and "training" for a lesson that says nothing about it.
// `rates`: learning rates that hold instead, each from a step on, the first from 0; empty: the settings' own.
Result<std::string> training_code(const Lesson& lesson, const Overrides& overrides,
                                  const std::vector<std::pair<std::size_t, double>>& rates = {});
// The error of a lesson without training.
std::unexpected<Error> no_training();

}  // namespace lesson
