// The header of a .safetensors file, and as an index: tensors lie within the file, apart from each other, and hold as many
// bytes as their shapes need.
#include "files/safetensors.hpp"

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const files::Bytes file = std::as_bytes(std::span(data, size));
  if (const auto index = files::read_safetensors_index(as_text(data, size)))
    for (const auto& [name, where] : *index) claim(where.find('/') == std::string::npos && where != "..");
  const auto header = files::safetensors_header(file.first(std::min<std::size_t>(size, 8)), size);
  if (!header) return claim(!header.error().message.empty()), 0;
  claim(*header <= size);
  const auto tensors = files::read_safetensors(file.first(*header), size);
  if (!tensors) return claim(!tensors.error().message.empty()), 0;
  std::uint64_t end = *header;
  for (const files::Tensor& tensor : *tensors) {
    claim(tensor.offset >= end && tensor.offset <= size && tensor.bytes <= size - tensor.offset);
    end = tensor.offset + tensor.bytes;
    if (!tensor.refused.empty()) continue;
    const auto needed = files::bytes_of(tensor.shape, tensor.type, "");
    claim(needed && *needed == tensor.bytes);
  }
  return 0;
}
