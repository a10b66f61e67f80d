// One model, and runs of it, as the headless module exports them: each call reads its arguments in the order of
// web/modules/models. JavaScript owns all large memory: it allocates blocks of the sizes told here, so that running out of
// it is an error of one call and no end of the program.
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "attention/kernels/kernels.hpp"
#include "models/gguf.hpp"
#include "models/measures.hpp"
#include "models/numbers.hpp"
#include "models/parts.hpp"
#include "models/pixels.hpp"
#include "models/rollout.hpp"
#include "models/sample.hpp"
#include "modules/call.hpp"
#include "modules/models_threads.hpp"

namespace modules {
namespace {

using attention::fail;
using models::Run;

struct State {
  std::optional<models::Config> config;
  models::Checkpoint checkpoint;
  std::optional<models::Layout> layout;
  std::optional<models::Model> model;
  std::optional<models::PixelSettings> pixels;
  std::map<std::size_t, std::unique_ptr<Run>> runs;
  std::map<std::size_t, attention::Generator> generators;  // by run
  std::size_t next_run = 1;
};
State state;

template <class T>
T* block_of(Arguments& in) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(in.number()));
}

// Begins with a model of this config, and tells what it says.
Result<void> begin_model(std::string_view json, Answer& out) {
  Result<models::Config> config = models::read_config(json);
  if (!config) return std::unexpected(std::move(config).error());
  state = {};
  for (const std::size_t number : {static_cast<std::size_t>(config->family), config->vocabulary, config->positions,
                                   config->width, config->layers, config->heads, config->key_heads, config->head_width,
                                   config->inner, config->token_types, static_cast<std::size_t>(config->causal())})
    out.add(static_cast<double>(number));
  // Of a model of pictures: pixels of a side, pixels of a patch's side, tokens before the patches, and whether other sizes
  // are read. Of Gemma 2 and 3: what is under the root of the scores, and their cap.
  const models::PictureConfig picture = config->picture.value_or(models::PictureConfig{});
  for (const std::size_t number :
       {picture.size, picture.patch, picture.before(), static_cast<std::size_t>(picture.any_size)})
    out.add(static_cast<double>(number));
  out.add(config->score_divisor.value_or(0));
  out.add(config->score_cap);
  state.config = *std::move(config);
  return {};
}

Result<void> open_model(Arguments& in, Answer& out) { return begin_model(in.text(), out); }

// A .gguf file, by its whole header: what its config says, its tokenizer.json, or why there is none.
Result<void> open_gguf(Arguments& in, Answer& out) {
  const std::span<const std::byte> header = in.bytes();
  Result<files::Gguf> file = files::read_gguf(header, static_cast<std::uint64_t>(in.number()));
  if (!file) return std::unexpected(std::move(file).error());
  const models::GgufTokenizer tokenizer = models::read_gguf_tokenizer(*file);
  Result<models::GgufModel> model = models::read_gguf_model(*std::move(file));
  if (!model) return std::unexpected(std::move(model).error());
  if (Result<void> fine = begin_model(model->config, out); !fine) return fine;
  state.checkpoint = std::move(model->checkpoint);
  out.add(std::string_view(tokenizer.json));
  out.add(std::string_view(tokenizer.refused));
  return {};
}

// How many bytes the header of a file has. More than were given: to be asked again with so many, as GGUF does not say it first.
Result<void> header_of_file(Arguments& in, Answer& out) {
  const std::span<const std::byte> start = in.bytes();
  const auto size = static_cast<std::uint64_t>(in.number());
  const Result<std::uint64_t> bytes =
      files::is_gguf(start) ? files::gguf_header(start, size) : files::safetensors_header(start, size);
  if (!bytes) return std::unexpected(bytes.error());
  out.add(static_cast<double>(*bytes));
  return {};
}

Result<void> add_file(Arguments& in, Answer&) {
  const std::span<const std::byte> header = in.bytes();
  return state.checkpoint.add(header, static_cast<std::uint64_t>(in.number()));
}

// How its numbers are stored, the most frequent type first.
std::vector<files::Type> types_of(const models::Layout& layout) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(files::Type::q6_k) + 1);
  for (const models::Placed& one : layout.placed) counts[static_cast<std::size_t>(one.type)] += one.count;
  std::vector<files::Type> types;
  for (;;) {
    const auto most = std::ranges::max_element(counts);
    if (*most == 0) return types;
    types.push_back(static_cast<files::Type>(most - counts.begin()));
    *most = 0;
  }
}

// As what matrices are to be kept: 0 as they are stored, else from 1 on one of models::rounded_numbers, or after these Q8_0 with
// products of whole numbers.
// How large the block is, how many numbers the model has, which bytes of which file go where in the block, what the files
// hold beside the model, and the types of its numbers.
Result<void> plan_model(Arguments& in, Answer& out) {
  if (!state.config) return fail("internal", "model", "No config was read.");
  const std::size_t kept = in.size();
  const bool whole = kept > std::size(models::rounded_numbers);
  const auto rounded = kept == 0 ? std::nullopt
                       : whole   ? std::optional(models::Number::q8_0)
                                 : std::optional(models::rounded_numbers[kept - 1]);
  Result<models::Layout> layout = models::lay_out(*state.config, state.checkpoint, rounded, whole);
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
  const std::vector<files::Type> types = types_of(*layout);
  out.add(static_cast<double>(types.size()));
  for (const files::Type type : types) out.add(files::name_of(type));
  state.layout = *std::move(layout);
  return {};
}

Result<void> bind_model(Arguments& in, Answer&) {
  if (!state.config || !state.layout) return fail("internal", "model", "No model was planned.");
  Result<models::Model> model = models::Model::bind(*state.config, *state.layout, block_of<std::byte>(in));
  if (!model) return std::unexpected(std::move(model).error());
  state.model.emplace(*std::move(model));
  return {};
}

// A layer, a head, and which of its matrices.
Result<void> head_of_model(Arguments& in, Answer&) {
  if (!state.model) return fail("internal", "model", "No model is loaded.");
  const std::size_t layer = in.size(), head = in.size();
  const auto which = static_cast<models::HeadMatrix>(in.size());
  return state.model->head_weights(layer, head, which, in.space());
}

// Tokens of the text, room, and copies. Known as soon as a model is planned.
Result<models::RunSize> size_of_run(Arguments& in) {
  if (!state.config || !state.layout) return fail("internal", "model", "No model was planned.");
  const std::size_t first = in.size(), tokens = in.size();
  return Run::size(*state.config, first, tokens, in.size());
}

Result<void> measure_run(Arguments& in, Answer& out) {
  const Result<models::RunSize> size = size_of_run(in);
  if (!size) return std::unexpected(size.error());
  out.add(static_cast<double>(size->tokens));
  out.add(static_cast<double>(Run::floats(*state.config, *state.layout, *size)) * sizeof(float));
  return {};
}

// What is switched off follows the size and the block, pairs of a layer and perhaps a head; then the weights that are set.
Result<void> open_run(Arguments& in, Answer& out) {
  if (!state.model) return fail("internal", "model", "No model is loaded.");
  const Result<models::RunSize> size = size_of_run(in);
  if (!size) return std::unexpected(size.error());
  auto run = std::make_unique<Run>(*state.model, *size, block_of<float>(in));
  for (std::size_t left = in.size(); left > 0; --left) {
    const std::size_t layer = in.size();
    if (Result<void> done = run->put(models::Patch::zeros(layer, in.maybe_size())); !done)
      return fail("range", "without", {done.error().message});
  }
  const std::size_t weights = in.size();
  for (std::size_t i = 0; i < weights; ++i) {
    models::SetWeight set;
    set.layer = in.size();
    set.head = in.size();
    set.query = in.size();
    set.key = in.size();
    set.weight = static_cast<float>(in.number());
    set.rescaled = in.size() != 0;
    if (Result<void> done = run->set(set); !done)
      return fail(done.error().code, attention::joined({"weights[", i, "]"}), {done.error().message});
  }
  const std::size_t temperatures = in.size();
  for (std::size_t i = 0; i < temperatures; ++i) {
    const std::size_t layer = in.size(), head = in.size();
    if (Result<void> done = run->set_temperature(layer, head, static_cast<float>(in.number())); !done)
      return fail(done.error().code, attention::joined({"temperatures[", i, "]"}), {done.error().message});
  }
  out.add(static_cast<double>(state.next_run));
  state.runs.emplace(state.next_run++, std::move(run));
  return {};
}

Result<void> close_run(Arguments& in, Answer&) {
  const std::size_t run = in.size();
  state.generators.erase(run);
  state.runs.erase(run);
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

Result<void> read_pixel_settings(Arguments& in, Answer&) {
  Result<models::PixelSettings> settings = models::read_pixel_settings(in.text());
  if (!settings) return std::unexpected(std::move(settings).error());
  state.pixels = *std::move(settings);
  return {};
}

// Bytes, height and width; the picture as the model reads it: its numbers (3, height, width), and what is shown.
Result<void> read_pixels(Arguments& in, Answer& out) {
  if (!state.pixels) return fail("internal", "model", "No settings of pictures were read.");
  const std::span<const std::byte> bytes = in.bytes();
  const std::size_t height = in.size(), width = in.size();
  const std::span pixels(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  const Result<models::Pixels> read = models::read_pixels(*state.pixels, pixels, height, width);
  if (!read) return std::unexpected(read.error());
  Tensor values = Tensor::from_shape({3, read->height, read->width});
  Tensor shown = Tensor::from_shape({read->height, read->width, 3});
  std::ranges::copy(read->values, values.begin());
  std::ranges::copy(read->shown, shown.begin());
  out.add(std::move(values));
  out.add(std::move(shown));
  return {};
}

Result<void> measure_picture(Arguments& in, Answer& out) {
  if (!state.config) return fail("internal", "model", "No config was read.");
  const std::size_t height = in.size();
  const Result<std::size_t> tokens = Run::tokens_of_picture(*state.config, height, in.size());
  if (!tokens) return std::unexpected(tokens.error());
  out.add(static_cast<double>(*tokens));
  return {};
}

Result<void> give_picture(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const TensorView pixels = in.tensor();
    const auto& shape = pixels.shape();
    if (Result<void> given = run.give_picture({pixels.data(), pixels.size()}, shape[1], shape[2]); !given) return given;
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

// One layer of a row of attention rollout, in place.
Result<void> rollout_of_run(Arguments& in, Answer&) {
  return with_run(in, [&in](Run& run, auto&) -> Result<void> {
    const std::size_t layer = in.size();
    const std::span<float> row(in.space(), run.tokens());
    const Result<std::vector<float>> before = models::rollout_layer(run, layer, row);
    if (!before) return std::unexpected(before.error());
    std::ranges::copy(*before, row.begin());
    return {};
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

void add_parts(const std::vector<models::Part>& parts, Answer& out) {
  out.add(static_cast<double>(parts.size()));
  for (const models::Part& part : parts) {
    out.add(static_cast<double>(part.kind));
    out.add(static_cast<double>(part.layer));
    out.add(static_cast<double>(part.head));
  }
}

template <class T>
void add_numbers(const std::vector<T>& numbers, Answer& out) {
  out.add(static_cast<double>(numbers.size()));
  for (const double number : numbers) out.add(number);
}

models::LogitAsked asked_logit(Arguments& in) {
  models::LogitAsked asked;
  asked.position = in.size();
  asked.id = in.size();
  asked.against = in.maybe_size();
  asked.layers = in.size();
  return asked;
}

Result<void> logit_of_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const std::size_t layers = in.size(), position = in.size();
    const Result<float> logit = run.lens_logit(layers, position, in.size());
    if (!logit) return std::unexpected(logit.error());
    out.add(static_cast<double>(*logit));
    return {};
  });
}

Result<void> ledger_of_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const Result<models::Ledger> ledger = models::ledger(run, asked_logit(in));
    if (!ledger) return std::unexpected(ledger.error());
    add_parts(ledger->parts, out);
    add_numbers(ledger->values, out);
    out.add(ledger->sum);
    out.add(ledger->logit);
    return {};
  });
}

// The part that is split follows: a layer, and a head or none.
Result<void> split_of_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const models::LogitAsked asked = asked_logit(in);
    const std::size_t layer = in.size();
    const std::optional<std::size_t> head = in.maybe_size();
    const auto values =
        head ? models::head_by_token(run, asked, layer, *head) : models::inner_by_neuron(run, asked, layer);
    if (!values) return std::unexpected(values.error());
    add_numbers(*values, out);
    return {};
  });
}

Result<void> neurons_of_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const std::size_t layer = in.size();
    const Result<std::vector<float>> neurons = models::neurons(run, layer, in.size());
    if (!neurons) return std::unexpected(neurons.error());
    add_numbers(*neurons, out);
    return {};
  });
}

Result<void> seed_runs(Arguments& in, Answer&) {
  const std::size_t run = in.size();
  const Result<std::uint64_t> seed = attention::seed_from_number(in.number());
  if (!seed) return std::unexpected(seed.error());
  state.generators.insert_or_assign(run, attention::Generator(*seed));
  return {};
}

Result<void> sample_of_run(Arguments& in, Answer& out) {
  const std::size_t number = in.size();
  const auto generator = state.generators.find(number);
  const auto run = state.runs.find(number);
  if (generator == state.generators.end() || run == state.runs.end())
    return fail("internal", "run", "There is no such run, or no seed.");
  models::SampleOptions options;
  options.temperature = in.number();
  options.top_k = in.maybe_size();
  const Result<models::NextToken> drawn =
      models::sample(*run->second, run->second->tokens() - 1, options, generator->second);
  if (!drawn) return std::unexpected(drawn.error());
  out.add(static_cast<double>(drawn->id));
  out.add(static_cast<double>(drawn->logit));
  out.add(drawn->probability);
  return {};
}

Result<void> measures_of_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const auto heads = models::measure(run, in.size());
    if (!heads) return std::unexpected(heads.error());
    for (const models::HeadMeasures& head : *heads) {
      for (const double sum : head.sums) out.add(sum);
      for (const std::size_t rows : head.rows) out.add(static_cast<double>(rows));
      for (const models::LargestRow& one : head.largest) {
        out.add(static_cast<double>(one.row));
        out.add(static_cast<double>(one.column));
        out.add(one.value);
      }
    }
    return {};
  });
}

Result<void> lens_of_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const std::size_t layers = in.size(), first = in.size(), rows = in.size();
    const auto words = run.lens(layers, first, rows, in.size());
    if (!words) return std::unexpected(words.error());
    for (const models::NextToken& one : *words) {
      out.add(static_cast<double>(one.id));
      out.add(static_cast<double>(one.logit));
      out.add(one.probability);
    }
    return {};
  });
}

Result<void> score_of_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const std::size_t layer = in.size(), head = in.size(), query = in.size();
    const auto score = models::score_parts(run, layer, head, query, in.size());
    if (!score) return std::unexpected(score.error());
    add_parts(score->query_parts, out);
    add_parts(score->key_parts, out);
    add_numbers(score->values, out);
    out.add(score->sum);
    out.add(score->score);
    return {};
  });
}

// What another run computed in the same place.
Result<void> copy_values(const Run& from, models::Patch& patch) {
  const models::Config& c = from.model().config();
  const bool head = patch.where == models::Patch::Where::head;
  const std::size_t width = head ? c.head_width : c.width;
  if (Result<void> fine = from.check(patch.layer, patch.first, patch.count); !fine) return fine;
  std::vector<float> weights(from.tokens()), row(width);
  for (std::size_t at = patch.first; at < patch.first + patch.count; ++at) {
    if (head) {
      if (Result<void> fine = from.head_output(patch.layer, patch.head, at, row.data(), weights.data()); !fine)
        return fine;
    } else if (patch.where == models::Patch::Where::stream) {
      const float* stream = from.stream(patch.layer + 1, at);
      row.assign(stream, stream + width);
    } else {
      Result<std::vector<float>> output = models::inner_output(from, patch.layer, at);
      if (!output) return std::unexpected(std::move(output).error());
      row = *std::move(output);
    }
    patch.values.insert(patch.values.end(), row.begin(), row.end());
  }
  return {};
}

// The place, its layer and head, the tokens (no count: all), the run whose values are put there (none: zeros), and the copy of
// the text that it is for.
Result<void> patch_run(Arguments& in, Answer&) {
  return with_run(in, [&in](Run& run, auto&) -> Result<void> {
    models::Patch patch;
    patch.where = static_cast<models::Patch::Where>(in.size());
    patch.layer = in.size();
    patch.head = in.size();
    patch.first = in.size();
    const std::optional<std::size_t> count = in.maybe_size();
    if (count) patch.count = *count;
    if (const std::optional<std::size_t> other = in.maybe_size()) {
      const auto from = state.runs.find(*other);
      if (from == state.runs.end()) return fail("internal", "run", "There is no such run.");
      if (Result<void> fine = copy_values(*from->second, patch); !fine) return fine;
    }
    const std::size_t tokens = run.text_tokens();
    patch.first += in.size() * tokens;
    if (!count && run.copies() > 1) patch.count = tokens;
    return run.put(std::move(patch));
  });
}

Result<void> branch_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const auto from = state.runs.find(in.size());
    if (from == state.runs.end()) return fail("internal", "run", "There is no such run.");
    if (Result<void> fine = run.branch(*from->second, in.size()); !fine) return fine;
    out.add(static_cast<double>(run.parts()));
    return {};
  });
}

// The run that is repeated, the first layer to be computed, and how many copies.
Result<void> repeat_run(Arguments& in, Answer& out) {
  return with_run(in, [&in, &out](Run& run, auto&) -> Result<void> {
    const auto from = state.runs.find(in.size());
    if (from == state.runs.end()) return fail("internal", "run", "There is no such run.");
    const std::size_t layer = in.size();
    if (Result<void> fine = run.repeat(*from->second, layer, in.size()); !fine) return fine;
    out.add(static_cast<double>(run.parts()));
    return {};
  });
}

Result<void> variant_of_model(Arguments&, Answer& out) {
  out.add(std::string_view(attention::kernels::best().name));
  return {};
}

}  // namespace

models::Model* bound_model() { return state.model ? &*state.model : nullptr; }

MODULE_EXPORT("model_open") const double* call_model_open(const double* words) { return answer(words, open_model); }
MODULE_EXPORT("model_gguf") const double* call_model_gguf(const double* words) { return answer(words, open_gguf); }
MODULE_EXPORT("model_header") const double* call_model_header(const double* words) {
  return answer(words, header_of_file);
}
MODULE_EXPORT("model_file") const double* call_model_file(const double* words) { return answer(words, add_file); }
MODULE_EXPORT("model_plan") const double* call_model_plan(const double* words) { return answer(words, plan_model); }
MODULE_EXPORT("model_bind") const double* call_model_bind(const double* words) { return answer(words, bind_model); }
MODULE_EXPORT("model_head") const double* call_model_head(const double* words) { return answer(words, head_of_model); }
MODULE_EXPORT("model_variant") const double* call_model_variant(const double* words) {
  return answer(words, variant_of_model);
}
MODULE_EXPORT("run_size") const double* call_run_size(const double* words) { return answer(words, measure_run); }
MODULE_EXPORT("run_open") const double* call_run_open(const double* words) { return answer(words, open_run); }
MODULE_EXPORT("run_close") const double* call_run_close(const double* words) { return answer(words, close_run); }
MODULE_EXPORT("run_grow") const double* call_run_grow(const double* words) { return answer(words, grow_run); }
MODULE_EXPORT("run_give") const double* call_run_give(const double* words) { return answer(words, give_tokens); }
MODULE_EXPORT("picture_settings") const double* call_picture_settings(const double* words) {
  return answer(words, read_pixel_settings);
}
MODULE_EXPORT("picture_read") const double* call_picture_read(const double* words) {
  return answer(words, read_pixels);
}
MODULE_EXPORT("picture_tokens") const double* call_picture_tokens(const double* words) {
  return answer(words, measure_picture);
}
MODULE_EXPORT("run_picture") const double* call_run_picture(const double* words) { return answer(words, give_picture); }
MODULE_EXPORT("run_advance") const double* call_run_advance(const double* words) { return answer(words, advance_run); }
MODULE_EXPORT("run_weights") const double* call_run_weights(const double* words) {
  return answer(words, weights_of_run);
}
MODULE_EXPORT("run_rollout") const double* call_run_rollout(const double* words) {
  return answer(words, rollout_of_run);
}
MODULE_EXPORT("run_kept") const double* call_run_kept(const double* words) { return answer(words, kept_of_run); }
MODULE_EXPORT("run_logits") const double* call_run_logits(const double* words) { return answer(words, logits_of_run); }
MODULE_EXPORT("run_next") const double* call_run_next(const double* words) { return answer(words, next_of_run); }

MODULE_EXPORT("run_logit") const double* call_run_logit(const double* words) { return answer(words, logit_of_run); }
MODULE_EXPORT("run_ledger") const double* call_run_ledger(const double* words) { return answer(words, ledger_of_run); }
MODULE_EXPORT("run_split") const double* call_run_split(const double* words) { return answer(words, split_of_run); }
MODULE_EXPORT("run_neurons") const double* call_run_neurons(const double* words) {
  return answer(words, neurons_of_run);
}
MODULE_EXPORT("run_lens") const double* call_run_lens(const double* words) { return answer(words, lens_of_run); }
MODULE_EXPORT("run_seed") const double* call_run_seed(const double* words) { return answer(words, seed_runs); }
MODULE_EXPORT("run_sample") const double* call_run_sample(const double* words) { return answer(words, sample_of_run); }
MODULE_EXPORT("run_measure") const double* call_run_measure(const double* words) {
  return answer(words, measures_of_run);
}
MODULE_EXPORT("run_score") const double* call_run_score(const double* words) { return answer(words, score_of_run); }
MODULE_EXPORT("run_patch") const double* call_run_patch(const double* words) { return answer(words, patch_run); }
MODULE_EXPORT("run_repeat") const double* call_run_repeat(const double* words) { return answer(words, repeat_run); }
MODULE_EXPORT("run_branch") const double* call_run_branch(const double* words) { return answer(words, branch_run); }

}  // namespace modules
