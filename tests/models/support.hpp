// The checkpoints of golden/models in memory, and runs of them.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attention/tensor/tensor_functions.hpp"
#include "models/run.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

namespace models_support {

inline const std::vector<std::string> names = {"gpt2",
                                               "gpt2-bfloat16",
                                               "llama",
                                               "qwen2",
                                               "qwen3",
                                               "mistral",
                                               "bert",
                                               "roberta",
                                               "distilbert",
                                               "gpt_neox",
                                               "gpt_neox-sequential",
                                               "opt",
                                               "gemma",
                                               "gemma2",
                                               "gemma3",
                                               "llama-yarn",
                                               "llama-longrope",
                                               "xlm-roberta",
                                               "gpt2-float64"};

// A block of memory for weights, or for a run.
class Memory {
 public:
  explicit Memory(std::size_t bytes) : floats_(bytes / sizeof(float) + 2 * line) {}
  float* begin() {
    void* at = floats_.data();
    std::size_t room = floats_.size() * sizeof(float);
    return static_cast<float*>(std::align(line * sizeof(float), 1, at, room));
  }
  std::byte* bytes() { return reinterpret_cast<std::byte*>(begin()); }

 private:
  static constexpr std::size_t line = 16;
  std::vector<float> floats_;
};

inline std::string from_base64(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(letters.find(c));
    if ((count += 6) < 8) continue;
    bytes += static_cast<char>(bits >> (count -= 8) & 255u);
  }
  return bytes;
}

// The text of a value, as JSON.
std::string json_of(const rapidjson::Value& value);

struct Loaded {
  models::Model model;
  Memory weights;  // of the model
};

inline files::Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text.data(), text.size())); }

inline models::Result<models::Checkpoint> read(const std::string& file) {
  models::Checkpoint checkpoint;
  const auto header = files::safetensors_header(bytes_of(file), file.size());
  if (!header) return std::unexpected(header.error());
  const auto added = checkpoint.add(bytes_of(file).subspan(0, static_cast<std::size_t>(*header)), file.size());
  if (!added) return std::unexpected(added.error());
  return checkpoint;
}

using Quantised = std::optional<models::Number>;

// A model whose tensors lie in a file.
inline models::Result<std::unique_ptr<Loaded>> load(const std::string& config, const models::Checkpoint& checkpoint,
                                                    const std::string& file, Quantised quantised = {},
                                                    bool whole = false) {
  auto read_config = models::read_config(config);
  if (!read_config) return std::unexpected(read_config.error());
  auto layout = models::lay_out(*read_config, checkpoint, quantised, whole);
  if (!layout) return std::unexpected(layout.error());
  Memory memory(static_cast<std::size_t>(layout->bytes));
  for (const models::Placed& one : layout->placed)
    std::memcpy(memory.bytes() + one.at, file.data() + one.begin, static_cast<std::size_t>(one.bytes));
  auto model = models::Model::bind(*std::move(read_config), *std::move(layout), memory.bytes());
  if (!model) return std::unexpected(model.error());
  return std::unique_ptr<Loaded>(new Loaded{*std::move(model), std::move(memory)});
}

// As a program loads a checkpoint that is one file.
inline models::Result<std::unique_ptr<Loaded>> load(const std::string& config, const std::string& file,
                                                    Quantised quantised = {}, bool whole = false) {
  const auto read_config = models::read_config(config);
  if (!read_config) return std::unexpected(read_config.error());
  const auto checkpoint = read(file);
  if (!checkpoint) return std::unexpected(checkpoint.error());
  return load(config, *checkpoint, file, quantised, whole);
}

inline std::unique_ptr<Loaded> load(const golden::File& golden, Quantised quantised = {}, bool whole = false) {
  return expect::value(load(json_of(golden.at("/config")), from_base64(golden.text("/weights")), quantised, whole));
}

struct Started {
  Memory memory;
  models::Run run;

  Started(const models::Model& model, const models::RunSize& size)
      : memory(models::Run::floats(model.config(), model.layout(), size) * sizeof(float)),
        run(model, size, memory.begin()) {}
  Started(const models::Run& other, const models::Model& model, const models::RunSize& size)
      : memory(models::Run::floats(model.config(), model.layout(), size) * sizeof(float)),
        run(other, size, memory.begin()) {}
};

using Ids = std::vector<std::size_t>;
inline Ids ids_of(const golden::File& golden, const std::string& path) {
  const std::vector<std::int64_t> all = golden.integers(path);
  return Ids(all.begin(), all.end());
}

inline void finish(models::Run& run) {
  while (run.parts() > 0) REQUIRE(expect::error(run.advance()) == "");
}

// A run of the first tokens, not yet computed, with room for `room` in all.
inline std::unique_ptr<Started> begin(const models::Model& model, std::size_t first, std::size_t room) {
  return std::make_unique<Started>(model, expect::value(models::Run::size(model.config(), first, room)));
}

inline std::unique_ptr<Started> run_of(const models::Model& model, const golden::File& golden) {
  const Ids ids = ids_of(golden, "/ids");
  const Ids types = model.config().token_types > 0 ? ids_of(golden, "/tokenTypes") : Ids();
  auto started = begin(model, ids.size(), ids.size());
  REQUIRE(expect::error(started->run.give(ids, types)) == "");
  finish(started->run);
  return started;
}

inline attention::Tensor logits(const models::Run& run, const models::Model& model) {
  attention::Tensor all = attention::Tensor::from_shape({run.tokens(), model.config().vocabulary});
  REQUIRE(expect::error(run.logits(0, run.tokens(), all.data())) == "");
  return all;
}

}  // namespace models_support
