// Typed access to the keys of a JSON object that somebody else wrote: the first key that does not fit is remembered as an
// error, and reading goes on with the usual value.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attention/tensor/error.hpp"

namespace models {

class Fields {
 public:
  Fields() = default;  // of an object without keys
  explicit Fields(const void* object) : object_(object) {}

  // Whether the key is there, and not null.
  bool given(const char* key) const;
  bool null(const char* key) const;
  // A whole number from `least` to `most`; `otherwise` if it is not given. 0 after an error.
  std::size_t whole(const char* key, std::size_t most, std::optional<std::size_t> otherwise = std::nullopt,
                    std::size_t least = 1);
  double number(const char* key, double otherwise);
  bool flag(const char* key, bool otherwise);
  std::string_view word(const char* key, std::string_view otherwise);
  std::vector<std::string_view> words(const char* key);  // of a list of texts; empty if it is not given
  std::vector<double> numbers(const char* key);          // of a list of numbers; likewise
  bool is_object(const char* key) const;
  std::vector<std::string_view> keys() const;  // of those that are given
  Fields object(const char* key);              // without keys if it is not given

  void refuse(std::string_view code, std::string_view path, std::initializer_list<attention::Part> message);
  // The problem of an object below this one becomes this one's.
  void take_problem(const Fields& inner, std::string_view key);

  std::optional<attention::Error> problem;  // the first one

 private:
  const void* object_ = nullptr;  // a rapidjson::Value, whose header costs seconds of compile time
};

class Document {
 public:
  Document();
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  // Why the text is not a JSON object, if it is not.
  std::optional<std::string> parse(std::string_view json);
  Fields fields() const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace models
