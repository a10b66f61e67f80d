// The tensors that the files of a checkpoint hold, by name: from the headers of model.safetensors or of its shards. The
// numbers themselves stay in the files.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "files/safetensors.hpp"

namespace models {

using attention::Result;

struct Stored {
  files::Tensor tensor;
  std::size_t file = 0;  // in which file, in the order of add()
};

class Checkpoint {
 public:
  // Adds the tensors of the next file; `header`: as many bytes as files::safetensors_header() says. Errors as
  // files::read_safetensors, and "names" for a tensor that an earlier file has, too.
  Result<void> add(files::Bytes header, std::uint64_t file_size);

  // Also by another name of the same tensor, which __metadata__ tells.
  const Stored* find(std::string_view name) const;
  const std::map<std::string, Stored, std::less<>>& all() const { return tensors_; }

 private:
  std::map<std::string, Stored, std::less<>> tensors_;
  files::Metadata aliases_;
  std::size_t files_ = 0;
};

}  // namespace models
