// Types of numbers in files, and sizes without overflow.
#include "files/tensor.hpp"

#include <algorithm>
#include <iterator>

namespace files {

namespace {

struct TypeWords {
  std::string_view name;
  std::uint64_t size;
};
constexpr TypeWords types[] = {{"F64", 8}, {"F32", 4}, {"F16", 2}, {"BF16", 2},
                               {"I64", 8}, {"I32", 4}, {"U8", 1},  {"BOOL", 1}};

}  // namespace

std::string_view name_of(Type type) { return types[static_cast<std::size_t>(type)].name; }
std::uint64_t size_of(Type type) { return types[static_cast<std::size_t>(type)].size; }

std::optional<Type> type_named(std::string_view name) {
  const auto* const found = std::ranges::find(types, name, &TypeWords::name);
  if (found == std::end(types)) return std::nullopt;
  return static_cast<Type>(found - std::begin(types));
}

std::string describe(const Shape& shape) {
  std::string out = "(";
  for (const std::uint64_t length : shape) out += (out.size() > 1 ? ", " : "") + std::to_string(length);
  return out + (shape.size() == 1 ? ",)" : ")");
}

Result<std::uint64_t> bytes_of(const Shape& shape, Type type, std::string_view path) {
  if (shape.size() > most_axes)
    return fail("shape", path, {"It has ", shape.size(), " axes; at most ", most_axes, " are read."});
  std::uint64_t bytes = size_of(type);
  bool large = false;
  for (const std::uint64_t length : shape) {
    large = large || length > largest_size || (length != 0 && bytes > largest_size / length);
    if (!large) bytes *= length;
  }
  // A length of 0 does not excuse the other ones.
  if (large) return fail("shape", path, {"The shape ", describe(shape), " is larger than any file."});
  return bytes;
}

}  // namespace files
