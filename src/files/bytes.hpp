// Whole numbers in bytes, the lowest byte first, as .npy, .zip and .safetensors store them. Positions are checked by the
// caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace files {

using Bytes = std::span<const std::byte>;

template <std::size_t count>
std::uint64_t whole_number(Bytes bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
  return value;
}

// A part that the caller has checked to be there.
inline Bytes part(Bytes bytes, std::uint64_t at, std::uint64_t count) {
  return bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(count));
}

inline std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

}  // namespace files
