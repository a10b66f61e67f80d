// Whether a run of training goes on under other settings, or is another one.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "lesson/run/run.hpp"

namespace lesson {

// equal: the same losses from the first step on. rate: only the learning rate is another, which a run may change at any
// step. other: something else that a loss depends on: a tensor, a number of the reader's, the optimiser, what is drawn.
enum class RunChange : std::uint8_t { equal, rate, other };

// Of a lesson with training. Errors: those of run().
Result<RunChange> compare_runs(const Lesson& lesson, const Overrides& before, const Overrides& now);

// The same for a lesson whose cells are edited while its parameters stay: keeps which tensors the loss depends on, as
// planning a lesson takes longer than an edit.
using RunParts = std::set<std::string, std::less<>>;  // names of tensors
class RunComparison {
 public:
  Result<RunChange> operator()(const Lesson& lesson, const Overrides& before, const Overrides& now);

 private:
  std::map<std::string, ParameterValue, std::less<>> parameters_;  // those of parts_
  std::optional<RunParts> parts_;
};

// The learning rate under these settings, and the steps that a run has.
struct RunSettings {
  double rate = 0;
  std::size_t steps = 0;
  std::vector<std::string> parameters;  // the tensors that are trained
};
Result<RunSettings> run_settings(const Lesson& lesson, const Overrides& overrides);

}  // namespace lesson
