// Types of numbers in files, and sizes without overflow.
#include "files/tensor.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/utf8.hpp"

namespace files {

namespace {

struct TypeWords {
  std::string_view name;
  std::uint64_t size, block = 1;
};
constexpr TypeWords types[] = {{"F64", 8},       {"F32", 4},         {"F16", 2},         {"BF16", 2},
                               {"I64", 8},       {"I32", 4},         {"U8", 1},          {"BOOL", 1},
                               {"Q4_0", 18, 32}, {"Q4_1", 20, 32},   {"Q5_0", 22, 32},   {"Q5_1", 24, 32},
                               {"Q8_0", 34, 32}, {"Q4_K", 144, 256}, {"Q5_K", 176, 256}, {"Q6_K", 210, 256}};

}  // namespace

std::string_view name_of(Type type) { return types[static_cast<std::size_t>(type)].name; }
std::uint64_t size_of(Type type) { return types[static_cast<std::size_t>(type)].size; }
std::uint64_t block_of(Type type) { return types[static_cast<std::size_t>(type)].block; }

std::optional<Type> type_named(std::string_view name) {
  const auto* const found = std::ranges::find(types, name, &TypeWords::name);
  if (found == std::end(types) || found->block > 1) return std::nullopt;
  return static_cast<Type>(found - std::begin(types));
}

std::string describe(const Shape& shape) {
  std::string out = "(";
  for (const std::uint64_t length : shape) out += (out.size() > 1 ? ", " : "") + std::to_string(length);
  return out + (shape.size() == 1 ? ",)" : ")");
}

std::optional<std::size_t> sort_by_bytes(std::vector<Tensor>& tensors) {
  std::ranges::sort(tensors, [](const Tensor& a, const Tensor& b) {
    return std::pair(a.offset, a.offset + a.bytes) < std::pair(b.offset, b.offset + b.bytes);
  });
  for (std::size_t i = 1; i < tensors.size(); ++i)
    if (tensors[i].offset < tensors[i - 1].offset + tensors[i - 1].bytes) return i;
  return std::nullopt;
}

std::string shown(std::string_view name) { return text::excerpt(text::valid_utf8(name), 80); }

Result<std::uint64_t> bytes_of(const Shape& shape, Type type, std::string_view path) {
  if (shape.size() > most_axes)
    return fail("shape", path, {"It has ", shape.size(), " axes; at most ", most_axes, " are read."});
  std::uint64_t bytes = size_of(type);
  const std::uint64_t block = block_of(type);
  if (block > 1 && (shape.empty() || shape.back() % block != 0))
    return fail("shape", path,
                {"The shape ", describe(shape), " has rows that are not made of whole blocks of ", block,
                 " numbers, as ", name_of(type), " has them. Convert the model again."});
  bool large = false;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::uint64_t length = axis + 1 == shape.size() ? shape[axis] / block : shape[axis];
    large = large || length > largest_size || (length != 0 && bytes > largest_size / length);
    if (!large) bytes *= length;
  }
  // A length of 0 does not excuse the other ones.
  if (large) return fail("shape", path, {"The shape ", describe(shape), " is larger than any file."});
  return bytes;
}

}  // namespace files
