// JSON input, on top of the reader of lesson files: a missing or wrong value reads as null. Output is in write.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lesson/read/json.hpp"

namespace explorer::json {

class Value {
 public:
  explicit Value(const lesson::Json* value = nullptr) : value_(value) {}
  bool exists() const { return value_ != nullptr; }
  bool is_object() const;
  bool is_array() const;
  bool is_null() const;
  std::optional<std::string_view> text() const;
  std::optional<double> number() const;  // finite
  std::optional<bool> boolean() const;
  std::optional<std::size_t> index() const;  // a non-negative integer that fits an index
  Value operator[](std::string_view key) const;
  std::vector<Value> items() const;
  std::vector<std::pair<std::string_view, Value>> members() const;

 private:
  const lesson::Json* value_;
};

class Document {
 public:
  explicit Document(lesson::Json root) : root_(std::move(root)) {}
  Value root() const { return Value(&root_); }

 private:
  lesson::Json root_;
};

graph::Result<Document> read(std::string_view text);

}  // namespace explorer::json
