// How the explorer's types look as JSON: the keys of an object (text/keys.hpp), and the words of an enumeration. From these
// tables JSON is written (write.hpp), commands are read (command_json.cpp) and the types of the page's scripts are made
// (src/describe).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "text/keys.hpp"

namespace explorer::json {

using text::Key;
using text::Member;
using text::Object;
using text::path;

// Specialised for every type that is an object: struct Described<T> : Object<"Name", Member<…>…> {}. Commands have their
// table inside, as T::Json.
template <class T>
struct Described;
template <class T>
  requires requires { typename T::Json; }
struct Described<T> : T::Json {};
template <class T>
concept IsDescribed = requires { Described<T>::name; };

// Specialised for every enumeration: its words, in the order of its values, as `all`.
template <class T>
struct Words;
template <class T>
concept HasWords = std::is_enum_v<T> && requires { Words<T>::all; };

template <HasWords T>
constexpr std::string_view word(T value) {
  return Words<T>::all[static_cast<std::size_t>(value)];
}
template <HasWords T>
std::optional<T> parse_word(std::string_view text) {
  const auto* const found = std::ranges::find(Words<T>::all, text);
  if (found == std::end(Words<T>::all)) return std::nullopt;
  return static_cast<T>(found - std::begin(Words<T>::all));
}

// What else a value may be: one of several types, or nothing, which is null.
template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;
template <class T>
concept MayBeMissing = std::is_pointer_v<T> || requires(const T& value) { value.has_value(); };

}  // namespace explorer::json

// Commands describe themselves.
namespace explorer {

using json::Key;
using json::Member;
using json::Object;
using json::path;

}  // namespace explorer
