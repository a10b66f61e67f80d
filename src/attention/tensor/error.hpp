// Every public function of the project returns a value or an Error with a message for students, and throws nothing.
// Depends only on the standard library, so that every layer may include it.
#pragma once

#include <concepts>
#include <cstddef>
#include <expected>
#include <initializer_list>
#include <string>
#include <string_view>

namespace attention {

// A piece of a message: text, or an integer to be formatted. Valid only for the length of a call. It holds only a
// pointer to its text: there are hundreds of calls, and only joined() looks inside.
class Part {
 public:
  constexpr Part(std::string_view words) : at_(words.data()), size_(static_cast<std::ptrdiff_t>(words.size())) {}
  constexpr Part(const char* words) : Part(std::string_view(words)) {}
  Part(const std::string& words) : at_(&words), size_(text) {}
  template <std::integral T>
    requires(sizeof(T) <= sizeof(std::ptrdiff_t) && !std::same_as<T, bool> && !std::same_as<T, char>)
  Part(T number) : number_(static_cast<std::ptrdiff_t>(number)), size_(std::signed_integral<T> ? whole : natural) {}
  template <std::integral T>
    requires(sizeof(T) > sizeof(std::ptrdiff_t))
  Part(const T& number) : at_(&number), size_(std::signed_integral<T> ? wide : wide_natural) {}

  void append_to(std::string& out) const;

 private:
  enum Kind : std::ptrdiff_t { text = -1, whole = -2, natural = -3, wide = -4, wide_natural = -5 };
  union {
    const void* at_;  // characters, a std::string, or a number that is wider than an address
    std::ptrdiff_t number_;
  };
  std::ptrdiff_t size_;  // how many characters, or a Kind
};

// "a ", n, " of ", m: one call, where a + b + c would make a string for each +.
std::string joined(std::initializer_list<Part> parts);

// code: a stable word for programs, such as "shape". path: the place, such as an argument ("key, axis 2"), a JSON
// pointer ("/tensors/3/inputs/0") or a key of a link. message: one or two sentences that name the problem and the
// remedy. Copying and moving are defined in error.cpp, once: errors are propagated from hundreds of places.
struct Error {
  std::string code;
  std::string path;
  std::string message;

  Error();
  Error(std::string_view code, std::string_view path, std::string message);
  Error(const Error&);
  Error(Error&&) noexcept;
  Error& operator=(const Error&);
  Error& operator=(Error&&) noexcept;
  ~Error();
};

template <class T>
using Result = std::expected<T, Error>;

std::unexpected<Error> fail(std::string_view code, std::string_view path, std::string message);
std::unexpected<Error> fail(std::string_view code, std::string_view path, std::initializer_list<Part> message);

}  // namespace attention
