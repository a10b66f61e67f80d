// Reads tests/golden/*.json: tensors as nested lists, infinities as strings. For any test; link ae::rapidjson.
#pragma once

#include <doctest/doctest.h>
#include <rapidjson/document.h>
#include <rapidjson/pointer.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "attention/tensor/tensor.hpp"

namespace golden {

// All numbers of a value in reading order, in double.
inline void collect(const rapidjson::Value& value, std::vector<double>& into) {
  if (value.IsArray()) {
    for (const rapidjson::Value& item : value.GetArray()) collect(item, into);
  } else if (value.IsString()) {
    const std::string text = value.GetString();
    const double infinity = std::numeric_limits<double>::infinity();
    into.push_back(text == "inf" ? infinity : text == "-inf" ? -infinity : std::nan(""));
  } else if (value.IsBool()) {
    into.push_back(value.GetBool() ? 1.0 : 0.0);
  } else {
    into.push_back(value.GetDouble());
  }
}
inline std::vector<double> numbers(const rapidjson::Value& value) {
  std::vector<double> result;
  collect(value, result);
  return result;
}

class File {
 public:
  // name without folder and ending, such as "S0".
  explicit File(const std::string& name) {
    const std::string path = std::string(AE_TEST_DATA) + "/golden/" + name + ".json";
    std::FILE* file = std::fopen(path.c_str(), "rb");
    REQUIRE_MESSAGE(file != nullptr, "can't open ", path);
    std::string text;
    char buffer[65536];
    for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, got);
    std::fclose(file);
    // Full precision: the float32 values are written so that they come back to the bit.
    doc_.Parse<rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
    REQUIRE_MESSAGE(!doc_.HasParseError(), path, " is not JSON");
  }

  // Paths are JSON pointers: "/float32/keys".
  const rapidjson::Value& at(const std::string& path) const {
    const rapidjson::Value* value = rapidjson::Pointer(path.data(), path.size()).Get(doc_);
    REQUIRE_MESSAGE(value != nullptr, "the golden file has no ", path);
    return *value;
  }

  attention::Tensor tensor(const std::string& path) const {
    attention::Shape shape;
    for (const rapidjson::Value* v = &at(path); v->IsArray() && !v->Empty(); v = &(*v)[0]) shape.push_back(v->Size());
    attention::Tensor result = attention::Tensor::from_shape(shape);
    float* to = result.data();
    for (double value : numbers(path)) *to++ = static_cast<float>(value);
    return result;
  }

  // All numbers below a path in reading order, in double.
  std::vector<double> numbers(const std::string& path) const { return golden::numbers(at(path)); }

  std::vector<std::int64_t> integers(const std::string& path) const {
    std::vector<std::int64_t> result;
    for (double value : numbers(path)) result.push_back(static_cast<std::int64_t>(value));
    return result;
  }

  double number(const std::string& path) const { return numbers(path).at(0); }
  std::string text(const std::string& path) const { return at(path).GetString(); }

  std::vector<std::string> keys(const std::string& path) const {
    std::vector<std::string> result;
    for (const auto& member : at(path).GetObject()) result.emplace_back(member.name.GetString());
    return result;
  }

 private:
  rapidjson::Document doc_;
};

}  // namespace golden
