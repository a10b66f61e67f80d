// The caller's side of src/modules/call.hpp, like web/modules/core.ts: arguments as words, results, and tensors that are kept
// from call to call. Every array is a separate allocation, so that the sanitizer detects any read beyond it, and is freed when
// the call returns: no result may refer to its arguments.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fuzz.hpp"

extern "C" {
void* reserve(std::size_t size);
void release();
void* alloc(std::size_t size);
void dealloc(void* data);
}

namespace calls {

using Lengths = std::vector<std::size_t>;
using Export = const double* (*)(const double*);
using Input = FuzzedDataProvider;

enum Kind : int { none = 0, float32 = 1, bytes8 = 2, kept = 3 };

inline std::size_t product(const Lengths& shape) {
  std::size_t count = 1;
  for (const std::size_t length : shape) count *= length;
  return count;
}

inline double address(const void* at) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(at)); }

// A tensor that JavaScript keeps: its numbers, which the core gave, and what they were, so that nobody changed them.
struct Kept {
  Lengths shape;
  std::unique_ptr<float, decltype(&dealloc)> numbers{nullptr, dealloc};
  std::vector<float> copy;

  Kept(Lengths lengths, float* at) : shape(std::move(lengths)), numbers(at, dealloc), copy(at, at + product(shape)) {}
  bool unchanged() const {
    return copy.empty() || std::memcmp(copy.data(), numbers.get(), copy.size() * sizeof(float)) == 0;
  }
};

// The arguments of a call.
class Words {
 public:
  explicit Words(bool keep) : words_{keep ? 1.0 : 0.0} {}

  void number(double value) { words_.push_back(value); }
  void list(const Lengths& lengths) {
    number(static_cast<double>(lengths.size()));
    for (const std::size_t length : lengths) number(static_cast<double>(length));
  }
  void nothing() { number(none); }
  template <class T>
  void array(const Lengths& shape, const std::vector<T>& cells) {
    number(sizeof(T) == 1 ? bytes8 : float32);
    list(shape);
    auto own = std::make_unique<char[]>(cells.size() * sizeof(T));
    if (!cells.empty()) std::memcpy(own.get(), cells.data(), cells.size() * sizeof(T));
    number(address(own.get()));
    arrays_.push_back(std::move(own));
  }
  void text(std::string_view words) { array({words.size()}, std::vector<char>(words.begin(), words.end())); }
  void tensor(const Kept& from) {
    number(float32);
    list(from.shape);
    number(address(from.numbers.get()));
  }

  // Calls the export; its arguments are freed when it returns.
  const double* call(Export name) && {
    auto own = std::make_unique<double[]>(words_.size());
    std::copy(words_.begin(), words_.end(), own.get());
    const double* answer = name(own.get());
    arrays_.clear();
    return answer;
  }

 private:
  std::vector<double> words_;
  std::vector<std::unique_ptr<char[]>> arrays_;
};

// Reads the words of a result.
class Answer {
 public:
  explicit Answer(const double* words) : words_(words) {}

  double number() { return *words_++; }
  std::size_t size() {
    const double value = number();
    claim(value >= 0 && value == std::floor(value));
    return static_cast<std::size_t>(value);
  }
  std::string text() {
    claim(size() == bytes8 && size() == 1);
    const std::size_t length = size();
    return std::string(static_cast<const char*>(pointer()), length);
  }

  // Reads every number; a kept tensor is added to those held.
  bool tensor(std::list<Kept>& held) {
    const std::size_t kind = size();
    if (kind == none) return false;
    claim(kind == float32 || kind == kept);
    auto [shape, numbers] = cells();
    if (kind == kept) held.emplace_back(std::move(shape), numbers);
    else sum(shape, numbers);
    return true;
  }
  // One that is there and not kept. @returns its shape
  Lengths tensor() {
    claim(size() == float32);
    auto [shape, numbers] = cells();
    sum(shape, numbers);
    return shape;
  }

  // Whether the call succeeded; otherwise it returns an error message.
  bool done() {
    if (number() == 0) return true;
    const std::string code = text(), path = text(), message = text();
    claim(!code.empty() && message.size() > 10 && well_formed(path) && well_formed(message));
    return false;
  }

 private:
  std::pair<Lengths, float*> cells() {
    Lengths shape(size());
    for (std::size_t& length : shape) length = size();
    auto* numbers = static_cast<float*>(const_cast<void*>(pointer()));
    claim(numbers != nullptr || product(shape) == 0);
    return {std::move(shape), numbers};
  }
  static void sum(const Lengths& shape, const float* numbers) {
    volatile float sum = 0;
    for (std::size_t i = 0; i < product(shape); ++i) sum = sum + numbers[i];
  }
  const void* pointer() { return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(number())); }

  const double* words_;
};

// A number as check.ts lets it through: finite, of any size.
inline double any_number(Input& in) {
  constexpr double usual[] = {
      0.0, 1.0, -1.0, 0.5, 2.0, 1e-3, 1e4, 1e30, -1e30, 1e300, 5e-324, 4294967296.0, 9007199254740991.0};
  if (in.ConsumeBool()) return in.PickValueInArray(usual);
  const auto number = std::bit_cast<double>(in.ConsumeIntegral<std::uint64_t>());
  return std::isfinite(number) ? number : 3.0;
}

// Not given, or a number.
inline double maybe(Input& in, double number) {
  return in.ConsumeIntegralInRange(0, 3) > 0 ? std::numeric_limits<double>::quiet_NaN() : number;
}

// A size that is small, or larger than the core allows: sizes in between only take memory.
inline std::size_t any_size(Input& in) {
  constexpr std::size_t large[] = {std::size_t{1} << 31, (std::size_t{1} << 31) + 1, 0xffffffffu, 0xfffffffeu,
                                   0x55555556u};
  return in.ConsumeIntegralInRange(0, 15) > 0 ? in.ConsumeIntegralInRange<std::size_t>(0, 9)
                                              : in.PickValueInArray(large);
}

}  // namespace calls
