// See checkpoint.hpp.
#include "models/checkpoint.hpp"

#include <utility>
#include <vector>

namespace models {

Result<void> Checkpoint::add(files::Bytes header, std::uint64_t file_size) {
  files::Metadata aliases;
  Result<std::vector<files::Tensor>> tensors = files::read_safetensors(header, file_size, &aliases);
  if (!tensors) return std::unexpected(std::move(tensors).error());
  for (files::Tensor& tensor : *tensors) {
    std::string name = tensor.name;
    const auto [at, added] = tensors_.try_emplace(std::move(name), Stored{std::move(tensor), files_});
    if (!added) {
      return attention::fail("names", at->first,
                             {"Two of the files hold “", at->first, "”. Pass the files of one checkpoint only."});
    }
  }
  aliases_.merge(aliases);
  ++files_;
  return {};
}

const Stored* Checkpoint::find(std::string_view name) const {
  if (const auto found = tensors_.find(name); found != tensors_.end()) return &found->second;
  const auto alias = aliases_.find(name);
  if (alias == aliases_.end()) return nullptr;
  const auto found = tensors_.find(alias->second);
  return found == tensors_.end() ? nullptr : &found->second;
}

}  // namespace models
