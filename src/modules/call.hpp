// How JavaScript and the core talk: one block of float64 words for the arguments of a call, one for its answer. A number
// is one word; an array is its kind, its rank, its lengths and the address of its data. Whoever reads knows the order.
// Before the arguments stands whether the tensors of the answer are kept: then JavaScript owns their numbers, and calls
// dealloc(). Everything else that a call makes is freed by release().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attention/error.hpp"
#include "attention/masks.hpp"
#include "attention/tensor.hpp"

// Exports a function under a name that stays the same in every variant of the module.
#define MODULE_EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace modules {

using attention::Result;
using attention::Shape;
using attention::Tensor;

// Reads arguments in the order in which JavaScript wrote them. It checked them: counts fit lengths, sizes are whole.
class Arguments {
 public:
  explicit Arguments(const double* words) : words_(words) {}

  double number() { return *words_++; }
  bool flag() { return number() != 0; }
  std::size_t size() { return static_cast<std::size_t>(number()); }
  std::optional<double> maybe_number();  // NaN stands for "not given"
  std::optional<float> maybe_float();
  std::optional<std::size_t> maybe_size();
  std::vector<std::size_t> sizes();  // a count, then as many numbers
  std::vector<double> numbers();

  // Tensors borrow what JavaScript wrote, or what it keeps: they are read, and gone after the call.
  Tensor tensor();
  std::optional<Tensor> maybe_tensor();
  attention::Mask mask();
  std::span<const std::byte> bytes();
  std::string_view text();

 private:
  // The head of an array: its shape, and its data behind it. kind none leaves both empty.
  struct Array {
    int kind = 0;
    Shape shape;
    const void* data = nullptr;
  };
  Array array();

  const double* words_;
};

// Collects what a call gives back, in the order in which JavaScript will read it.
class Answer {
 public:
  explicit Answer(bool keep) : keep_(keep) {}
  void add(double number);
  void add(Tensor tensor);
  void add(std::optional<Tensor> tensor);
  void add(std::string_view text);

 private:
  bool keep_;
};

// Does the work and writes the answer: 0 and what was added, or 1 and the error's code, path and message.
const double* answer(const double* words, Result<void> (*work)(Arguments&, Answer&));

}  // namespace modules
