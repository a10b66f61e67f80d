// A model in a .gguf file, as llama.cpp's convert_hf_to_gguf.py writes it, in the terms of its source: the config.json, the
// tensors' names and the tokenizer.json of transformers. Knows nothing of how a model is computed.
#pragma once

#include <optional>
#include <string>

#include "files/gguf.hpp"
#include "models/checkpoint.hpp"

namespace models {

struct GgufModel {
  std::string config;     // a config.json, for read_config()
  Checkpoint checkpoint;  // with naming()
};

// Errors name the key or tensor as path: "model" for an architecture, or an option of one, that is not computed here;
// "config" for a key that is missing or does not fit; "missing" for a tensor.
Result<GgufModel> read_gguf_model(files::Gguf file);

// What becomes of the file's own tokenizer: a tokenizer.json, as Hugging Face's tokenizers read it, or why there is none.
struct GgufTokenizer {
  std::string json;     // empty if there is none
  std::string refused;  // a sentence that names the key
};
GgufTokenizer read_gguf_tokenizer(const files::Gguf& file);

}  // namespace models
