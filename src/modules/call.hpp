// The call convention between JavaScript and the core: one block of float64 words for the arguments of a call, one for
// its answer. A number is one word; an array is its kind, its rank, its lengths and the address of its data. The order
// is fixed on both sides. Before the arguments is a flag for keeping the answer's tensors: then JavaScript owns their
// numbers, and calls dealloc(). Everything else that a call makes is freed by release().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attention/masks.hpp"
#include "attention/tensor/error.hpp"
#include "attention/tensor/tensor.hpp"

// Exports a function under a name that is the same in every variant of the module. Natively it is linked under its own
// name.
#ifdef __EMSCRIPTEN__
#define MODULE_EXPORT(name) extern "C" __attribute__((export_name(name)))
#else
#define MODULE_EXPORT(name) extern "C"
#endif

namespace modules {

using attention::Result;
using attention::Shape;
using attention::Tensor;
using attention::TensorView;

// Reads arguments in the order in which JavaScript wrote them. JavaScript has checked them: counts match lengths, sizes
// are integers.
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

  // Views of what JavaScript wrote, or of tensors that it keeps: for reading during the call. A mask is a copy.
  TensorView tensor();
  std::optional<TensorView> maybe_tensor();
  attention::Mask mask();
  std::span<const std::byte> bytes();
  std::string_view text();
  // The numbers of a tensor that JavaScript keeps for a result, to be written to.
  float* space();

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

// Collects the results of a call, in the order in which JavaScript will read them.
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
