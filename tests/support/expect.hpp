// How tests look at tensors: take the value out of a Result, compare with another tensor, or with numbers as a
// document printed them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "attention/tensor/shape.hpp"

namespace expect {

template <class T>
T value(attention::Result<T> result) {
  const std::string problem = result ? "" : result.error().path + ": " + result.error().message;
  REQUIRE(problem == "");
  return std::move(*result);
}

// "code at path: message", or "" for success.
template <class T>
std::string error(const attention::Result<T>& result) {
  if (result) return "";
  return result.error().code + " at " + result.error().path + ": " + result.error().message;
}

inline attention::Tensor tensor(const attention::Shape& shape, const std::vector<float>& values) {
  attention::Tensor t = attention::Tensor::from_shape(shape);
  REQUIRE(t.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i) t.data()[i] = values[i];
  return t;
}

// "" if every cell is within `absolute` or `relative` of the wanted one, else the first that is not.
inline std::string difference(const attention::Tensor& got, const attention::Tensor& wanted, double relative = 1e-5,
                              double absolute = 1e-6) {
  if (attention::shape_of(got) != attention::shape_of(wanted)) {
    return "shape " + attention::describe(got) + " instead of " + attention::describe(wanted);
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double a = got.data()[i], b = wanted.data()[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    if (std::abs(a - b) <= std::max(absolute, relative * std::abs(b))) continue;
    char text[128];
    std::snprintf(text, sizeof text, " is %.9g instead of %.9g", a, b);
    return attention::describe_index(i, attention::shape_of(got)) + text;
  }
  return "";
}

inline std::string same(const attention::Tensor& got, const attention::Tensor& wanted) {
  return difference(got, wanted, 0.0, 0.0);
}

// The numbers in a text such as PyTorch prints ("tensor([[6.3379e-02, -inf], …"), as texts.
inline std::vector<std::string> printed_numbers(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    if (text.compare(at, 4, "-inf") == 0) {
      at += 4;
    } else {
      char* end = nullptr;
      if (text[at] == '-' || (text[at] >= '0' && text[at] <= '9')) (void)std::strtod(text.c_str() + at, &end);
      at = end == nullptr || end == text.c_str() + at ? at + 1 : static_cast<std::size_t>(end - text.c_str());
      if (at == from + 1 && (text[from] < '0' || text[from] > '9')) continue;
    }
    found.push_back(text.substr(from, at - from));
  }
  return found;
}

// The value, written with as many digits and in the notation of the printed text.
inline std::string like_printed(double value, const std::string& printed) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  const std::size_t point = printed.find('.'), exponent = printed.find('e');
  const std::size_t end = exponent == std::string::npos ? printed.size() : exponent;
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(end - point - 1);
  char text[64];
  std::snprintf(text, sizeof text, exponent == std::string::npos ? "%.*f" : "%.*e", decimals, value);
  std::string result = text;
  if (point != std::string::npos && decimals == 0) result += '.';
  if (result[0] == '-' && std::atof(result.c_str()) == 0.0) result.erase(0, 1);
  return result;
}

// "" if the tensor prints as the document has it, digit for digit; else the first number that does not.
inline std::string misprint(const attention::Tensor& got, const std::string& document) {
  const std::vector<std::string> wanted = printed_numbers(document);
  if (wanted.size() != got.size()) {
    return std::to_string(got.size()) + " numbers instead of " + std::to_string(wanted.size());
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::string text = like_printed(got.data()[i], wanted[i]);
    if (text != wanted[i]) {
      return attention::describe_index(i, attention::shape_of(got)) + " prints " + text + " instead of " + wanted[i];
    }
  }
  return "";
}

}  // namespace expect
