// JSON input and output. Reading: a missing or wrong value reads as null, on top of the reader of lesson files.
// Writing: a small builder of text. Numbers have enough digits to read back as the same float32.
#pragma once

#include <initializer_list>
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

using Node = std::string;  // a finished piece of JSON

class Writer {
 public:
  Node null() const { return "null"; }
  Node boolean(bool value) const { return value ? "true" : "false"; }
  Node number(double value) const;  // null when not finite: JSON cannot represent it
  Node number(float value) const;
  Node count(std::size_t value) const { return std::to_string(value); }
  Node text(std::string_view value) const;                                         // broken UTF-8 becomes U+FFFD
  Node object(std::initializer_list<std::pair<const char*, Node>> members) const;  // keys need no escaping
  Node array(const std::vector<Node>& items) const;
  template <class Items, class Make>
  Node array(const Items& items, Make make) const {
    std::vector<Node> nodes;
    nodes.reserve(items.size());
    for (const auto& item : items) nodes.push_back(make(item));
    return array(nodes);
  }
  Node texts(const std::vector<std::string>& items) const;
  Node indices(const std::vector<std::size_t>& items) const;
  std::string write(Node root) const { return root; }
};

}  // namespace explorer::json
