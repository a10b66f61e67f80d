// The keys of an object in JSON, as a table of its type: each key with where its value is; and the words of an enumeration.
// The explorer's JSON and commands (explorer/json/shape.hpp), lesson files (lesson/read/format.hpp) and links use these tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>

namespace text {

// A text as a template argument.
template <std::size_t n>
struct Literal {
  char text[n] = {};
  constexpr Literal(const char (&from)[n]) { std::ranges::copy(from, text); }  // implicit: written as a literal
  constexpr std::string_view view() const { return {text, n - 1}; }
};

// Whether an object that is read must have a key. An optional one that is missing leaves the default. A few texts may also
// be given as a number.
enum class Key : std::uint8_t { needed, optional, number_too };

// A key and its value: a pointer to a member, or a function of the object.
template <Literal key_text, auto get_value, Key key_use = Key::needed>
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

// The keys of a type in their order; `name` is that of the type for readers: of an interface in TypeScript, of a
// definition in a schema.
template <Literal type_name, class... M>
struct Object {
  static constexpr auto name = type_name;
  // Calls visit.template operator()<Member>() for each.
  template <class Visit>
  static constexpr void each(Visit&& visit) {
    (visit.template operator()<M>(), ...);
  }
};

// Specialised for every enumeration that is written: its words, in the order of its values, as `all`; and, if lesson files
// may name it, as `what` what it is called where a word is refused.
template <class T>
struct Words;
template <class T>
concept HasWords = std::is_enum_v<T> && requires { Words<T>::all; };

template <HasWords T>
constexpr std::string_view word(T value) {
  return Words<T>::all[static_cast<std::size_t>(value)];
}
template <HasWords T>
constexpr std::optional<T> parse_word(std::string_view word) {
  const auto* const found = std::ranges::find(Words<T>::all, word);
  if (found == std::end(Words<T>::all)) return std::nullopt;
  return static_cast<T>(found - std::begin(Words<T>::all));
}

}  // namespace text
