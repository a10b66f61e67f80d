// The tensors that the files of a checkpoint hold, by name: from the headers of model.safetensors or of its shards, or of a
// .gguf file, whose tensors get the names that transformers has for them. The numbers themselves stay in the files.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "files/gguf.hpp"
#include "files/safetensors.hpp"

namespace models {

using attention::Result;

struct Stored {
  files::Tensor tensor;
  std::size_t file = 0;  // in which file, in the order of add()
  // Rows of each head lie in the pairs that llama.cpp rotates: row i of the first half, then row i of the second half.
  bool paired = false;
};

// What GGUF calls the tensors of a family of models, and what transformers does.
struct Naming {
  using Names = std::span<const std::pair<std::string_view, std::string_view>>;
  Names outer;              // "output_norm" → "model.norm"; without ".weight" and ".bias"
  Names within;             // a layer: "attn_q" → "self_attn.q_proj"
  std::string_view layers;  // what stands before a layer's number: "model.layers."
  bool pairs = false;       // whether queries and keys have their rows in pairs

  std::string here(std::string_view stored) const;  // "blk.0.attn_q.weight" → "model.layers.0.self_attn.q_proj.weight"
  std::string stored(std::string_view here) const;  // the other way round
};

class Checkpoint {
 public:
  // Adds the tensors of the next file; `header`: as many bytes as files::safetensors_header() says. Errors as
  // files::read_safetensors, and "names" for a tensor that an earlier file has, too.
  Result<void> add(files::Bytes header, std::uint64_t file_size);
  // All tensors of a .gguf file, instead of other files. `naming` must outlive the checkpoint.
  void take(std::vector<files::Tensor> tensors, const Naming& naming);
  const Naming* naming() const { return naming_; }  // null for safetensors

  // Also by another name of the same tensor, which __metadata__ tells.
  const Stored* find(std::string_view name) const;
  const std::map<std::string, Stored, std::less<>>& all() const { return tensors_; }

 private:
  std::map<std::string, Stored, std::less<>> tensors_;
  files::Metadata aliases_;
  std::size_t files_ = 0;
  const Naming* naming_ = nullptr;
};

}  // namespace models
