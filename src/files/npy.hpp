// The header of a .npy file, as numpy.save writes it: versions 1 to 3 of the format (numpy.lib.format).
#pragma once

#include <variant>

#include "files/tensor.hpp"

namespace files {

// So many bytes from the beginning of the file are needed.
struct NeedsBytes {
  std::uint64_t count = 0;
};

inline constexpr std::uint64_t first_npy_bytes = 256;  // enough for the header of almost every file

// `start`: bytes from the beginning of a file of `file_size` bytes; its tensor has no name. Fails with the code "format",
// "type" (an object array, or another type that is not read), "shape" or "short" (the file ends before the numbers do).
Result<std::variant<Tensor, NeedsBytes>> read_npy(Bytes start, std::uint64_t file_size);

}  // namespace files
