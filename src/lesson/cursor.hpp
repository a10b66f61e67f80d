// A place in a JSON document that knows its JSON pointer, with readers that record the first thing that is wrong and
// carry on with a harmless value. So the parser reads straight down and asks for the failure once, at the end.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/json.hpp"

namespace lesson {

using graph::joined;

// The first error of a parse; later ones are mostly its consequences.
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
  bool object(std::span<const std::string_view> keys) const;  // false and a failure when it is none
  bool object(std::initializer_list<std::string_view> keys) const;
  bool open_object() const;                       // any keys, none twice
  Cursor operator[](std::string_view key) const;  // does not exist when the key is missing
  Cursor required(std::string_view key) const;    // a failure when it is missing
  std::vector<std::pair<std::string, Cursor>> entries() const;

  std::vector<Cursor> items() const;  // of an array; a failure when it is none

  // ---- values: a failure when the type is another, or there is nothing -----------------------------------------------
  std::string string() const;
  std::string name() const;  // a string that can be a name: letters, digits, _ and -, a letter first
  double number() const;     // finite
  double number(double least, double most) const;
  std::int64_t integer(std::int64_t least, std::int64_t most) const;
  bool boolean() const;
  // The same with a value for a place that does not exist.
  std::string string_or(std::string_view fallback) const { return exists() ? string() : std::string(fallback); }
  bool boolean_or(bool fallback) const { return exists() ? boolean() : fallback; }

 private:
  std::string found() const;  // "a number", for messages

  const Json* value_;  // nullptr: a place that does not exist
  std::string pointer_;
  Failure* failure_;
};

std::string number_text(double value);  // shortest form that reads back the same

}  // namespace lesson
