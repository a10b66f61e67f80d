// The header of a .npy file: a tensor that is read lies within the file, and its numbers can be converted.
#include "files/npy.hpp"

#include "files/convert.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const files::Bytes file = std::as_bytes(std::span(data, size));
  const auto read = files::read_npy(file, size);
  if (!read) return claim(!read.error().message.empty()), 0;
  const auto* tensor = std::get_if<files::Tensor>(&*read);
  claim(tensor != nullptr);  // all bytes were given
  claim(tensor->offset <= size && tensor->bytes <= size - tensor->offset);
  claim(tensor->shape.size() <= files::most_axes);
  std::vector<float> numbers(tensor->bytes / files::size_of(tensor->type));
  files::to_floats(tensor->type, tensor->big_endian, file.subspan(tensor->offset, tensor->bytes), numbers);
  claim(files::in_c_order(numbers, tensor->shape).size() == numbers.size());
  // Less of the beginning gives the same tensor, or asks for more.
  for (const std::size_t part : {std::size_t{0}, std::size_t{12}, std::size_t{200}}) {
    const auto again = files::read_npy(file.first(std::min(part, size)), size);
    claim(again.has_value());
    if (const auto* more = std::get_if<files::NeedsBytes>(&*again)) claim(more->count > part && more->count <= size);
  }
  return 0;
}
