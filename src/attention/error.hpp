// What every public edge of the project returns instead of throwing: a value, or an Error that a student can act on.
// Knows nothing but the standard library, so every floor of the house may include it.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace attention {

// code: a stable word for programs, such as "shape". path: the place, such as an argument ("key, axis 2"), a JSON
// pointer ("/tensors/3/inputs/0") or a key of a link. message: one or two sentences that name what is wrong and the cure.
struct Error {
  std::string code;
  std::string path;
  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string code, std::string path, std::string message) {
  return std::unexpected(Error{std::move(code), std::move(path), std::move(message)});
}

}  // namespace attention
