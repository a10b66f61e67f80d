// How the explorer's types look as JSON: the keys of an object and the words of an enumeration (text/keys.hpp). From these
// tables JSON is written (write.hpp), commands are read (command_json.cpp) and the types of the page's scripts are made
// (src/describe).
#pragma once

#include <type_traits>
#include <variant>

#include "text/keys.hpp"

namespace explorer::json {

using text::HasWords;
using text::Key;
using text::Member;
using text::Object;
using text::parse_word;
using text::path;
using text::word;
using text::Words;

// Specialised for every type that is an object: struct Described<T> : Object<"Name", Member<…>…> {}. Commands have their
// table inside, as T::Json.
template <class T>
struct Described;
template <class T>
  requires requires { typename T::Json; }
struct Described<T> : T::Json {};
template <class T>
concept IsDescribed = requires { Described<T>::name; };

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
