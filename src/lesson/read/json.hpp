// A JSON document as a tree of plain values, which cursors traverse. Reading is strict (RFC 8259), iterative and
// limited in depth, and numbers too large for a double are kept as infinite, so that the parser can report their
// location.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/core/types.hpp"

namespace lesson {

struct Json;
using JsonList = std::vector<Json>;
struct JsonMember;
using JsonObject = std::vector<JsonMember>;  // in the order of the file, including repeated keys

struct Json {
  std::variant<std::monostate, bool, double, std::string, JsonList, JsonObject> value;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&value);
  }
};

struct JsonMember {
  std::string first;  // the key
  Json second;
};

inline constexpr std::size_t max_depth = 32;

std::string escaped(std::string_view key);  // a key as a segment of a JSON pointer: ~ is ~0, / is ~1

// Error "syntax": path is "line 3, column 7". Error "nesting" likewise;
// "number" with its JSON pointer.
graph::Result<Json> read_json(std::string_view text);

}  // namespace lesson
