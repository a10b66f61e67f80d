// The header of a .safetensors file, and the index of a model whose tensors lie in several: the number of the header's bytes,
// the header in JSON, the tensors (github.com/huggingface/safetensors, README).
#pragma once

#include <map>
#include <string>
#include <utility>

#include "files/tensor.hpp"

namespace files {

// The texts of a header's __metadata__. safetensors.torch.save_model notes there under which name a tensor lies that the model
// has under two: "transformer.wte.weight" → "lm_head.weight".
using Metadata = std::map<std::string, std::string, std::less<>>;

// Bytes of the header with the 8 in front of it. `start`: the first 8 bytes of a file of `file_size` bytes.
Result<std::uint64_t> safetensors_header(Bytes start, std::uint64_t file_size);

// `header`: as many bytes as safetensors_header() said. Tensors come in the order of their bytes. Types that are not read
// are listed with the reason; fields that the format does not know are passed over. Fails for bytes that overlap, leave the file, or are not as many as the shape needs.
Result<std::vector<Tensor>> read_safetensors(Bytes header, std::uint64_t file_size, Metadata* metadata = nullptr);

// model.safetensors.index.json: the file of each tensor. File names are those of files beside the index.
Result<std::vector<std::pair<std::string, std::string>>> read_safetensors_index(std::string_view json);

}  // namespace files
