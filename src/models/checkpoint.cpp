// See checkpoint.hpp.
#include "models/checkpoint.hpp"

#include <algorithm>
#include <vector>

namespace models {

namespace {

constexpr std::string_view block = "blk.";

// A name up to its last dot, and the rest with the dot.
std::pair<std::string_view, std::string_view> parted(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::pair(name, std::string_view())
                                       : std::pair(name.substr(0, dot), name.substr(dot));
}

// "3.attn_q" → "3." and "attn_q"; nothing before a name without a number.
std::pair<std::string_view, std::string_view> numbered(std::string_view name) {
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  if (digits == 0 || digits == name.size() || name[digits] != '.') return {{}, name};
  return {name.substr(0, digits + 1), name.substr(digits + 1)};
}

std::string_view other_name(Naming::Names names, std::string_view name, bool back) {
  for (const auto& [stored, here] : names)
    if ((back ? here : stored) == name) return back ? stored : here;
  return name;
}

}  // namespace

std::string Naming::here(std::string_view stored) const {
  const auto [name, ending] = parted(stored);
  if (!name.starts_with(block)) return attention::joined({other_name(outer, name, false), ending});
  const auto [number, part] = numbered(name.substr(block.size()));
  return attention::joined({layers, number, other_name(within, part, false), ending});
}

std::string Naming::stored(std::string_view here) const {
  const auto [name, ending] = parted(here);
  if (!name.starts_with(layers)) return attention::joined({other_name(outer, name, true), ending});
  const auto [number, part] = numbered(name.substr(layers.size()));
  return attention::joined({block, number, other_name(within, part, true), ending});
}

void Checkpoint::take(std::vector<files::Tensor> tensors, const Naming& naming) {
  naming_ = &naming;
  tensors_.clear();
  files_ = 1;
  for (files::Tensor& tensor : tensors) {
    const auto [name, ending] = parted(tensor.name);
    const bool turned = name.ends_with(".attn_q") || name.ends_with(".attn_k");
    std::string here = naming.here(tensor.name);
    const bool paired = naming.pairs && turned;
    if (tensors_.contains(here)) here = tensor.name;  // a file may have a name of transformers beside GGUF's
    tensors_.try_emplace(std::move(here), Stored{std::move(tensor), 0, paired});
  }
}

Result<void> Checkpoint::add(files::Bytes header, std::uint64_t file_size) {
  files::Metadata aliases;
  Result<std::vector<files::Tensor>> tensors = files::read_safetensors(header, file_size, &aliases);
  if (!tensors) return std::unexpected(std::move(tensors).error());
  for (files::Tensor& tensor : *tensors) {
    std::string name = tensor.name;
    const auto [at, added] = tensors_.try_emplace(std::move(name), Stored{std::move(tensor), files_, false});
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
