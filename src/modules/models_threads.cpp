// Several threads for the products of a model, in the builds whose memory they share. Each helper is an instance of the same
// module in a worker, over the same memory, with a stack of its own: it waits in help_models() for its share of the outputs of
// a projection, and allocates nothing. It writes to a place of its own, from which the caller copies, so a helper that is given
// up as lost changes no number. web/modules/models/helpers.ts starts, awaits and ends the workers.
#include "modules/models_threads.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "modules/call.hpp"

namespace modules {
namespace {

using models::Linear;
using models::Model;

constexpr std::size_t stack_bytes = std::size_t{1} << 18;
constexpr std::size_t room = std::size_t{1} << 20;  // numbers of a share
constexpr std::size_t alignment = 64;
constexpr std::size_t together = 64;  // outputs: whole vectors, and whole blocks of quantised numbers
// Multiply-adds from which a product is divided: giving a share to a thread and waiting for it takes as long as some thousands.
constexpr std::size_t worth_dividing = std::size_t{1} << 17;
constexpr int turns = 1 << 14;  // of looking for a change before a thread sleeps: some 50 µs

using Number = std::uint32_t;

// A helper, at the beginning of its block of memory. JavaScript knows that it begins with these numbers.
struct Helper {
  alignas(alignment) Number given =
      0;  // the number of the last job that it was given, that it began, and that it has done
  Number begun = 0;
  Number done = 0;
  const Model* model = nullptr;
  Linear linear;
  Model::Projection task;
  const float* before = nullptr;  // what its outputs are added to, `step` numbers from row to row
  std::size_t step = 0;
  float* y = nullptr;
  float* space = nullptr;
};

constexpr std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }
constexpr std::size_t head_bytes = aligned(sizeof(Helper)) + stack_bytes;

Number load(const Number& from) { return __atomic_load_n(&from, __ATOMIC_SEQ_CST); }

void tell(Number& place, Number number) {
  __atomic_store_n(&place, number, __ATOMIC_SEQ_CST);
  __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&place), 1);
}

bool changes_soon(const Number& place, Number from) {
  for (int turn = 0; turn < turns; ++turn)
    if (load(place) != from) return true;
  return false;
}

// Whether a helper has done its job, whose number is behind `given`; waits as long as the thread may be alive.
__attribute__((import_module("env"), import_name("await_helper"))) extern "C" int await_helper(Number* given);

class Threads final : public Model::Helpers {
 public:
  bool project(const Model& model, const Linear& linear, const Model::Projection& task, float* space) override;
  std::vector<Helper*> helpers;

 private:
  void give(Helper& helper, const Model& model, const Linear& linear, const Model::Projection& task);
  bool take(Helper& helper, const Model::Projection& task);
};

Threads threads;

// Outputs first … first + count − 1 of a task.
Model::Projection share_of(Model::Projection task, std::size_t first) {
  task.y += first;
  return task;
}

void Threads::give(Helper& helper, const Model& model, const Linear& linear, const Model::Projection& task) {
  helper.model = &model;
  helper.linear = linear;
  helper.task = task;
  helper.task.y = helper.y;
  helper.task.y_step = linear.outputs();
  helper.before = task.y;
  helper.step = task.y_step;
  tell(helper.given, helper.given + 1);
}

// Copies what a helper has computed to its place; false if the helper is lost.
bool Threads::take(Helper& helper, const Model::Projection& task) {
  const Number job = helper.given;
  if (!changes_soon(helper.done, job - 1) && await_helper(&helper.given) == 0) return false;
  const std::size_t count = helper.task.y_step;
  for (std::size_t row = 0; row < task.rows; ++row)
    std::copy_n(helper.y + row * count, count, task.y + row * task.y_step);
  return true;
}

bool Threads::project(const Model& model, const Linear& linear, const Model::Projection& task, float* space) {
  const std::size_t outputs = linear.outputs(), group = linear.weight.group, unit = group > 0 ? group : together;
  const std::size_t most = room / task.rows / unit * unit, count = helpers.size() + 1;
  if (count == 1 || most == 0 || task.rows * linear.inputs() * outputs < worth_dividing) return false;
  for (std::size_t first = 0; first < outputs;) {
    // The share of each: the caller's is the last, with what is left over.
    const std::size_t left = outputs - first, each = std::min(left / count / unit * unit, most);
    if (each == 0) {
      model.project_alone(outputs_of(linear, first, left), share_of(task, first), space);
      break;
    }
    const std::size_t own = first + helpers.size() * each, rest = outputs - own;
    for (std::size_t i = 0; i < helpers.size(); ++i)
      give(*helpers[i], model, outputs_of(linear, first + i * each, each), share_of(task, first + i * each));
    const std::size_t mine = each == most ? std::min(each, rest) : rest;
    model.project_alone(outputs_of(linear, own, mine), share_of(task, own), space);
    bool lost = false;
    for (std::size_t i = 0; i < helpers.size(); ++i) {
      const Model::Projection share = share_of(task, first + i * each);
      if (!lost && take(*helpers[i], share)) continue;
      lost = true;
      model.project_alone(outputs_of(linear, first + i * each, each), share, space);
    }
    if (lost) helpers.clear();
    first = own + mine;
    if (!lost || first == outputs) continue;
    model.project_alone(outputs_of(linear, first, outputs - first), share_of(task, first), space);
    break;
  }
  return true;
}

// How many bytes a helper takes.
Result<void> size_of_helper(Arguments&, Answer& out) {
  const Model* const model = bound_model();
  if (!model) return attention::fail("internal", "model", "No model is loaded.");
  const std::size_t floats = room + Model::project_space(model->layout());
  out.add(static_cast<double>(alignment + head_bytes + floats * sizeof(float)));
  return {};
}

// Their blocks; tells where each helper is, and where its stack begins, which grows downwards.
Result<void> open_helpers(Arguments& in, Answer& out) {
  Model* const model = bound_model();
  if (!model) return attention::fail("internal", "model", "No model is loaded.");
  threads.helpers.clear();
  for (const std::size_t block : in.sizes()) {
    const std::uintptr_t at = aligned(block), numbers = at + head_bytes;
    auto* const helper = new (reinterpret_cast<void*>(at)) Helper;
    helper->y = reinterpret_cast<float*>(numbers);
    helper->space = helper->y + room;
    threads.helpers.push_back(helper);
    out.add(static_cast<double>(at));
    out.add(static_cast<double>(numbers));
  }
  model->divide(&threads);
  return {};
}

Result<void> close_helpers(Arguments&, Answer&) {
  threads.helpers.clear();
  return {};
}

}  // namespace

MODULE_EXPORT("helper_size") const double* call_helper_size(const double* words) {
  return answer(words, size_of_helper);
}
MODULE_EXPORT("helpers_open") const double* call_helpers_open(const double* words) {
  return answer(words, open_helpers);
}
MODULE_EXPORT("helpers_close") const double* call_helpers_close(const double* words) {
  return answer(words, close_helpers);
}

// A helper's thread: does what it is given, and never returns.
MODULE_EXPORT("help_models") void help_models(Helper* helper) {
  for (Number job = 0;;) {
    while (!changes_soon(helper->given, job))
      __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(&helper->given), static_cast<int>(job), -1);
    job = load(helper->given);
    tell(helper->begun, job);
    const Model::Projection& task = helper->task;
    if (task.add) {
      for (std::size_t row = 0; row < task.rows; ++row)
        std::copy_n(helper->before + row * helper->step, task.y_step, task.y + row * task.y_step);
    }
    helper->model->project_alone(helper->linear, task, helper->space);
    tell(helper->done, job);
  }
}

}  // namespace modules
