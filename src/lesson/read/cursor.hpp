// A position in a JSON document with its JSON pointer, with readers that record the first error and continue with
// a harmless value. So the parser runs straight through and checks for failure once, at the end.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/read/json.hpp"

namespace lesson {

using graph::joined;

// The first error of a parse; later ones are usually consequences of it.
class Failure {
 public:
  void add(std::string_view code, std::string_view pointer, std::string message);
  void add(std::string_view code, std::string_view pointer, std::initializer_list<graph::Part> message);
  explicit operator bool() const { return first_.has_value(); }
  const graph::Error& first() const { return *first_; }

 private:
  std::optional<graph::Error> first_;
};

class Cursor {
 public:
  Cursor(const Json* value, std::string pointer, Failure& failure)
      : value_(value), pointer_(std::move(pointer)), failure_(&failure) {}

  const std::string& pointer() const { return pointer_; }
  Failure& failure() const { return *failure_; }
  bool exists() const { return value_ != nullptr; }
  bool is_object() const;
  bool is_array() const;
  bool is_string() const;
  bool is_number() const;
  bool is_boolean() const;

  void fail(std::string_view code, std::string message) const;
  void fail(std::string_view code, std::initializer_list<graph::Part> message) const;

  // ---- objects: declare the keys first, so that a mistyped or repeated one is found -------------------------------
  bool object(std::span<const std::string_view> keys) const;  // false and a failure if it is not an object
  bool object(std::initializer_list<std::string_view> keys) const;
  bool open_object() const;                       // allows any keys, but none twice
  Cursor operator[](std::string_view key) const;  // a cursor that does not exist if the key is missing
  Cursor required(std::string_view key) const;    // a failure if it is missing
  std::vector<std::pair<std::string, Cursor>> entries() const;

  std::vector<Cursor> items() const;  // of an array; a failure if it is not one

  // ---- values: a failure if the type is wrong or the value missing
  // ---------------------------------------------------
  std::string string() const;
  std::string token() const;  // a text of any characters: what cannot be seen is shown by a sign
  std::string name() const;   // a string that is a valid name: letters, digits, _ and -, a letter first
  double number() const;      // finite
  double number(double least, double most) const;
  std::int64_t integer(std::int64_t least, std::int64_t most) const;
  bool boolean() const;
  // The same with a default for a missing value.
  std::string string_or(std::string_view fallback) const { return exists() ? string() : std::string(fallback); }
  bool boolean_or(bool fallback) const { return exists() ? boolean() : fallback; }

 private:
  std::string found() const;  // "a number", for messages

  const Json* value_;  // nullptr: does not exist
  std::string pointer_;
  Failure* failure_;
};

std::string number_text(double value);  // shortest form that reads back as the same number

}  // namespace lesson
