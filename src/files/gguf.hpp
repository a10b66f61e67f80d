// The header of a .gguf file, as llama.cpp reads and writes models: settings under keys, then where each tensor lies
// (github.com/ggml-org/ggml, docs/gguf.md; versions 2 and 3, the lowest byte first). Knows nothing of what keys mean but
// general.alignment and split.count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "files/tensor.hpp"

namespace files {

// As the file numbers them.
enum class GgufKind : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, list, u64, i64, f64 };

// A setting: its bytes within the header, which must outlive it.
struct GgufValue {
  GgufKind kind = GgufKind::u8;
  GgufKind of = GgufKind::u8;  // of a list's values, which are no lists
  std::uint64_t count = 1;     // of a list's values
  Bytes bytes;

  std::optional<double> number() const;  // of any kind of number; 64 bits beyond 2⁵³ are rounded
  std::optional<bool> flag() const;
  std::optional<std::string_view> text() const;  // any bytes
  // Of lists; none where the values are of another kind.
  std::optional<std::vector<double>> numbers() const;
  std::optional<std::vector<bool>> flags() const;
  std::optional<std::vector<std::string_view>> texts() const;
};

struct Gguf {
  std::map<std::string_view, GgufValue> values;
  std::vector<Tensor> tensors;  // shapes as PyTorch has them: the last axis varies fastest. In the order of their bytes

  const GgufValue* find(std::string_view key) const;
};

inline constexpr std::uint64_t most_gguf_header = 200'000'000;  // bytes
bool is_gguf(Bytes start);

// How many bytes the header has, if `start`, the first bytes of a file of `file_size` bytes, holds it; else a larger number
// than `start` has, to be called again with so many. Errors "format", "short" and "size" name the key or tensor.
Result<std::uint64_t> gguf_header(Bytes start, std::uint64_t file_size);

// `header`: as many bytes as gguf_header() said. Tensors of types that are not read are listed with the reason. Errors, all
// before anything is allocated for what they are about: "format", "short", "size", "names" for what is there twice, "shape".
Result<Gguf> read_gguf(Bytes header, std::uint64_t file_size);

}  // namespace files
