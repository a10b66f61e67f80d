// How C++ types look as JSON: the keys of an object, each with where its value comes from, and the words of an
// enumeration. From these tables JSON is written (write.hpp), commands are read (command_json.cpp) and the types of the
// page's scripts are made (src/describe).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace explorer::json {

// A text as a template argument.
template <std::size_t n>
struct Text {
  char text[n] = {};
  constexpr Text(const char (&from)[n]) { std::ranges::copy(from, text); }  // implicit: written as a literal
  constexpr std::string_view view() const { return {text, n - 1}; }
};

// Whether a command must have a key. An optional one that is missing leaves the command's default. A few texts may also be
// given as a number.
enum class Key : std::uint8_t { needed, optional, number_too };

// A key and its value: a pointer to a member, or a function of the object.
template <Text key_text, auto get_value, Key key_use = Key::needed>
struct Member {
  static constexpr auto key = key_text;
  static constexpr auto get = get_value;
  static constexpr Key use = key_use;
  template <class T>
  using Value = std::remove_cvref_t<std::invoke_result_t<decltype(get_value), const T&>>;
};

// From an object through its members, which may be pointers: path<&Table::view, &TensorView::name>.
template <auto first, auto... rest>
inline constexpr auto path = [](auto& from) -> auto& {
  if constexpr (sizeof...(rest) == 0) return std::invoke(first, from);
  else return path<rest...>(std::invoke(first, from));
};

// The keys of a type in their order; `name` is that of the interface in TypeScript.
template <Text type_name, class... M>
struct Object {
  static constexpr auto name = type_name;
  // Calls visit.template operator()<Member>() for each.
  template <class Visit>
  static constexpr void each(Visit&& visit) {
    (visit.template operator()<M>(), ...);
  }
};

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
