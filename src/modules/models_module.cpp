// One model, and runs of it, as the headless module exports them: each call reads its arguments in the order of
// web/modules/models. JavaScript owns all large memory: it allocates blocks of the sizes told here, so that running out of
// it is an error of one call and no end of the program.
#include <map>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "attention/kernels/kernels.hpp"
#include "models/run.hpp"
#include "modules/call.hpp"

namespace modules {
namespace {

using attention::fail;
using models::Run;

struct State {
  std::optional<models::Config> config;
  models::Checkpoint checkpoint;
  std::optional<models::Layout> layout;
  std::optional<models::Model> model;
  std::map<std::size_t, std::unique_ptr<Run>> runs;
  std::size_t next_run = 1;
};
State state;

template <class T>
T* block_of(Arguments& in) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(in.number()));
}

Result<void> open_model(Arguments& in, Answer& out) {
  Result<models::Config> config = models::read_config(in.text());
  if (!config) return std::unexpected(std::move(config).error());
  state = {};
  for (const std::size_t number :
       {static_cast<std::size_t>(config->family), config->vocabulary, config->positions, config->width, config->layers,
        config->heads, config->key_heads, config->head_width, config->inner, config->token_types})
    out.add(static_cast<double>(number));
  state.config = *std::move(config);
  return {};
}

Result<void> header_of_file(Arguments& in, Answer& out) {
  const std::span<const std::byte> start = in.bytes();
  const Result<std::uint64_t> bytes = files::safetensors_header(start, static_cast<std::uint64_t>(in.number()));
  if (!bytes) return std::unexpected(bytes.error());
  out.add(static_cast<double>(*bytes));
  return {};
}

Result<void> add_file(Arguments& in, Answer&) {
  const std::span<const std::byte> header = in.bytes();
  return state.checkpoint.add(header, static_cast<std::uint64_t>(in.number()));
}

// How large the block is, how many numbers the model has, which bytes of which file go where in the block, and what the
// files hold beside the model.
Result<void> plan_model(Arguments&, Answer& out) {
  if (!state.config) return fail("internal", "model", "No config was read.");
  Result<models::Layout> layout = models::lay_out(*state.config, state.checkpoint);
  if (!layout) return std::unexpected(std::move(layout).error());
  state.checkpoint = {};
  out.add(static_cast<double>(layout->bytes));
  std::uint64_t parameters = 0;
  for (const models::Placed& one : layout->placed) parameters += one.count;
  out.add(static_cast<double>(parameters));
  out.add(layout->has_head ? 1.0 : 0.0);
  out.add(static_cast<double>(layout->placed.size()));
  for (const models::Placed& one : layout->placed) {
    out.add(static_cast<double>(one.file));
    out.add(static_cast<double>(one.begin));
    out.add(static_cast<double>(one.bytes));
    out.add(static_cast<double>(one.at));
  }
  out.add(static_cast<double>(layout->notes.size()));
  for (const std::string& note : layout->notes) out.add(std::string_view(note));
  state.layout = *std::move(layout);
  return {};
}

Result<void> bind_model(Arguments& in, Answer&) {
  if (!state.config || !state.layout) return fail("internal", "model", "No model was planned.");
  Result<models::Model> model = models::Model::bind(*state.config, *state.layout, block_of<const std::byte>(in));
  if (!model) return std::unexpected(std::move(model).error());
  state.model.emplace(*std::move(model));
  return {};
}

// Known as soon as a model is planned.
Result<models::RunSize> size_of_run(Arguments& in) {
  if (!state.config || !state.layout) return fail("internal", "model", "No model was planned.");
  const std::size_t first = in.size();
  return Run::size(*state.config, first, in.size());
}

Result<void> measure_run(Arguments& in, Answer& out) {
  const Result<models::RunSize> size = size_of_run(in);
  if (!size) return std::unexpected(size.error());
  out.add(static_cast<double>(size->tokens));
  out.add(static_cast<double>(Run::floats(*state.config, *state.layout, *size)) * sizeof(float));
  return {};
}

// The heads that are switched off follow the size and the block: pairs of layer and head.
Result<void> open_run(Arguments& in, Answer& out) {
  if (!state.model) return fail("internal", "model", "No model is loaded.");
  const Result<models::RunSize> size = size_of_run(in);
  if (!size) return std::unexpected(size.error());
  auto run = std::make_unique<Run>(*state.model, *size, block_of<float>(in));
  for (std::size_t left = in.size(); left > 0; --left) {
    const std::size_t layer = in.size();
    if (Result<void> done = run->switch_off(layer, in.size()); !done) return done;
  }
  out.add(static_cast<double>(state.next_run));
  state.runs.emplace(state.next_run++, std::move(run));
  return {};
}

Result<void> close_run(Arguments& in, Answer&) {
  state.runs.erase(in.size());
  return {};
}

// The calls of a run begin with its number.
template <class Work>
Result<void> with_run(Arguments& in, const Work& work) {
  const auto found = state.runs.find(in.size());
  if (found == state.runs.end()) return fail("internal", "run", "There is no such run.");
  return work(*found->second, found->second);
}

Result<void> grow_run(Arguments& in, Answer&) {
  return with_run(in, [&in](Run& run, std::unique_ptr<Run>& owner) -> Result<void> {
    const Result<models::RunSize> size = size_of_run(in);
    if (!size) return std::unexpected(size.error());
    owner = std::make_unique<Run>(run, *size, block_of<float>(in));
    return {};
  });
}

Result<void> give_tokens(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const std::vector<std::size_t> ids = in.sizes(), types = in.sizes();
    if (Result<void> given = run.give(ids, types); !given) return given;
    out.add(static_cast<double>(run.parts()));
    return {};
  });
}

Result<void> advance_run(Arguments& in, Answer& out) {
  return with_run(in, [&out](Run& run, auto&) -> Result<void> {
    if (Result<void> done = run.advance(); !done) return done;
    out.add(static_cast<double>(run.parts()));
    return {};
  });
}

Result<void> weights_of_run(Arguments& in, Answer&) {
  return with_run(in, [&in](Run& run, auto&) {
    const std::size_t layer = in.size(), head = in.size(), first = in.size(), count = in.size();
    return run.weights(layer, head, first, count, in.space());
  });
}

// What each layer kept: 0 queries, 1 keys, 2 values.
Result<void> kept_of_run(Arguments& in, Answer&) {
  return with_run(in, [&in](Run& run, auto&) {
    const std::size_t which = in.size(), layer = in.size();
    float* to = in.space();
    return which == 0   ? run.copy_queries(layer, to)
           : which == 1 ? run.copy_keys(layer, to)
                        : run.copy_values(layer, to);
  });
}

Result<void> logits_of_run(Arguments& in, Answer&) {
  return with_run(in, [&in](Run& run, auto&) {
    const std::size_t first = in.size(), count = in.size();
    return run.logits(first, count, in.space());
  });
}

Result<void> next_of_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const std::size_t position = in.size();
    const auto next = run.next(position, in.size());
    if (!next) return std::unexpected(next.error());
    out.add(static_cast<double>(next->size()));
    for (const models::NextToken& one : *next) {
      out.add(static_cast<double>(one.id));
      out.add(static_cast<double>(one.logit));
      out.add(one.probability);
    }
    return {};
  });
}

Result<void> variant_of_model(Arguments&, Answer& out) {
  out.add(std::string_view(attention::kernels::best().name));
  return {};
}

}  // namespace

MODULE_EXPORT("model_open") const double* call_model_open(const double* words) { return answer(words, open_model); }
MODULE_EXPORT("model_header") const double* call_model_header(const double* words) {
  return answer(words, header_of_file);
}
MODULE_EXPORT("model_file") const double* call_model_file(const double* words) { return answer(words, add_file); }
MODULE_EXPORT("model_plan") const double* call_model_plan(const double* words) { return answer(words, plan_model); }
MODULE_EXPORT("model_bind") const double* call_model_bind(const double* words) { return answer(words, bind_model); }
MODULE_EXPORT("model_variant") const double* call_model_variant(const double* words) {
  return answer(words, variant_of_model);
}
MODULE_EXPORT("run_size") const double* call_run_size(const double* words) { return answer(words, measure_run); }
MODULE_EXPORT("run_open") const double* call_run_open(const double* words) { return answer(words, open_run); }
MODULE_EXPORT("run_close") const double* call_run_close(const double* words) { return answer(words, close_run); }
MODULE_EXPORT("run_grow") const double* call_run_grow(const double* words) { return answer(words, grow_run); }
MODULE_EXPORT("run_give") const double* call_run_give(const double* words) { return answer(words, give_tokens); }
MODULE_EXPORT("run_advance") const double* call_run_advance(const double* words) { return answer(words, advance_run); }
MODULE_EXPORT("run_weights") const double* call_run_weights(const double* words) {
  return answer(words, weights_of_run);
}
MODULE_EXPORT("run_kept") const double* call_run_kept(const double* words) { return answer(words, kept_of_run); }
MODULE_EXPORT("run_logits") const double* call_run_logits(const double* words) { return answer(words, logits_of_run); }
MODULE_EXPORT("run_next") const double* call_run_next(const double* words) { return answer(words, next_of_run); }

}  // namespace modules
