// The keys of an object in JSON, as a table of its type: each key with where its value is. The explorer's JSON and commands
// (explorer/json/shape.hpp) and lesson files (lesson/read/format.hpp) are tables of this form.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
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

}  // namespace text
