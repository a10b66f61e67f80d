// A tensor in a file: its name, type, shape and bytes. Readers say where a tensor lies; who needs its numbers reads those
// bytes alone and converts them (convert.hpp). Sizes come from untrusted files: each is checked before it is used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attention/tensor/error.hpp"
#include "files/bytes.hpp"

namespace files {

using attention::fail;
using attention::joined;
using attention::Result;

// In the order of their names in tensor.cpp. From q4_0 on, numbers are quantised in blocks, as GGUF has them (gguf.hpp).
enum class Type : std::uint8_t {
  f64,
  f32,
  f16,
  bf16,
  i64,
  i32,
  u8,
  boolean,
  q4_0,
  q4_1,
  q5_0,
  q5_1,
  q8_0,
  q4_k,
  q5_k,
  q6_k
};
std::string_view name_of(Type type);                    // as safetensors writes it: "F32"; as GGUF does: "Q4_K"
std::optional<Type> type_named(std::string_view name);  // the other way round, of safetensors alone
std::uint64_t size_of(Type type);                       // bytes of one number, or of one block
std::uint64_t block_of(Type type);                      // numbers of a block, 1 where they are not quantised
inline constexpr std::string_view readable_types = "F64, F32, F16, BF16, I64, I32, U8 and BOOL";

using Shape = std::vector<std::uint64_t>;
inline constexpr std::size_t most_axes = 8, most_tensors = 100'000;
inline constexpr std::uint64_t largest_size = (std::uint64_t{1} << 53) - 1;  // bytes: exact as a number in JavaScript

struct Tensor {
  std::string name;
  Type type = Type::f32;
  Shape shape;
  bool fortran = false;                 // the first axis varies fastest
  bool big_endian = false;              // the highest byte of a number first
  std::uint64_t offset = 0, bytes = 0;  // in the file, or in the member of a .npz
  std::string refused;                  // not empty: its numbers cannot be read, with the reason and the cure
};

// Bytes of a tensor of that shape. Fails for more than 8 axes, for sizes beyond 2⁵³ bytes, and where a row is not made of
// whole blocks; path: the place named.
Result<std::uint64_t> bytes_of(const Shape& shape, Type type, std::string_view path);
// In the order of their bytes; which is the first that begins within the bytes of the one before it.
std::optional<std::size_t> sort_by_bytes(std::vector<Tensor>& tensors);
std::string describe(const Shape& shape);  // "(2, 3)", as Python writes it
std::string shown(std::string_view name);  // a name from a file, short enough for a message and in UTF-8

}  // namespace files
