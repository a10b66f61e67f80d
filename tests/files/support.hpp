// Files of golden/files/files.json, and files written out in a test.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "files/convert.hpp"
#include "files/tensor.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

namespace files {

inline golden::File made_files() { return golden::File("files/files"); }

inline Bytes bytes_in(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }

inline std::string from_base64(std::string_view text) {
  static constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0, count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(alphabet.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xffu);
  }
  return out;
}

// A whole number in `count` bytes, the lowest first.
inline std::string little(std::uint64_t value, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

inline Shape shape_in(const rapidjson::Value& list) {
  Shape shape;
  for (const auto& length : list.GetArray()) shape.push_back(length.GetUint64());
  return shape;
}

// The tensor's numbers in C's order, from the bytes of its file.
inline std::vector<float> numbers_of(const Tensor& tensor, std::string_view file) {
  std::vector<float> numbers(static_cast<std::size_t>(tensor.bytes / size_of(tensor.type)));
  to_floats(tensor.type, tensor.big_endian, part(bytes_in(file), tensor.offset, tensor.bytes), numbers);
  return tensor.fortran ? in_c_order(numbers, tensor.shape) : numbers;
}

// "" if they are the same to the bit; NaN is NaN.
inline std::string different(const std::vector<float>& got, const std::vector<double>& wanted) {
  if (got.size() != wanted.size()) return std::to_string(got.size()) + " numbers";
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] != static_cast<float>(wanted[i]) && !(std::isnan(got[i]) && std::isnan(wanted[i])))
      return "number " + std::to_string(i) + " is " + std::to_string(got[i]);
  return "";
}

}  // namespace files
