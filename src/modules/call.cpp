// Memory of a call: one block that JavaScript writes the arguments into, kept from call to call, and the answer's own
// tensors and texts, which live until JavaScript has copied them and calls release().
#include "modules/call.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <utility>

namespace modules {
namespace {

enum Kind : int { none = 0, float32 = 1, bytes8 = 2 };

// Above this an argument block is given back after its call, so that one large call does not hold memory for ever.
constexpr std::size_t kept_bytes = std::size_t{4} << 20;

struct Block {
  std::unique_ptr<std::byte[]> memory;
  std::size_t size = 0;
};
Block block;

// Deques: their elements stay where they are while more are added, and the words hold addresses.
std::vector<double> answer_words;
std::deque<Tensor> answer_tensors;
std::deque<std::string> answer_texts;

void forget_answer() {
  answer_words.clear();
  answer_tensors.clear();
  answer_texts.clear();
}

double address(const void* data) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(data)); }

std::size_t count(const Shape& shape) {
  std::size_t cells = 1;
  for (const std::size_t length : shape) cells *= length;
  return cells;
}

}  // namespace

std::optional<double> Arguments::maybe_number() {
  const double value = number();
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

std::optional<float> Arguments::maybe_float() {
  const double value = number();
  return std::isnan(value) ? std::nullopt : std::optional(static_cast<float>(value));
}

std::optional<std::size_t> Arguments::maybe_size() {
  const double value = number();
  return std::isnan(value) ? std::nullopt : std::optional(static_cast<std::size_t>(value));
}

std::vector<std::size_t> Arguments::sizes() {
  std::vector<std::size_t> all(size());
  for (std::size_t& one : all) one = size();
  return all;
}

std::vector<double> Arguments::numbers() {
  std::vector<double> all(size());
  for (double& one : all) one = number();
  return all;
}

Arguments::Array Arguments::array() {
  Array array;
  array.kind = static_cast<int>(number());
  if (array.kind == none) return array;
  array.shape = sizes();
  array.data = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(number()));
  return array;
}

std::optional<Tensor> Arguments::maybe_tensor() {
  const Array from = array();
  if (from.kind == none) return std::nullopt;
  Tensor tensor = Tensor::from_shape(from.shape);
  std::copy_n(static_cast<const float*>(from.data), tensor.size(), tensor.data());
  return tensor;
}

Tensor Arguments::tensor() {
  std::optional<Tensor> tensor = maybe_tensor();
  return tensor ? *std::move(tensor) : Tensor();
}

attention::Mask Arguments::mask() {
  const Arguments before = *this;
  const Array from = array();
  if (from.kind == none) return {};
  if (from.kind == float32) {
    *this = before;
    return tensor();
  }
  attention::BoolTensor mask = attention::BoolTensor::from_shape(from.shape);
  std::copy_n(static_cast<const std::uint8_t*>(from.data), mask.size(), mask.data());
  return mask;
}

std::span<const std::byte> Arguments::bytes() {
  const Array from = array();
  if (from.kind == none) return {};
  return {static_cast<const std::byte*>(from.data), count(from.shape)};
}

std::string_view Arguments::text() {
  const std::span<const std::byte> all = bytes();
  return {reinterpret_cast<const char*>(all.data()), all.size()};
}

void Answer::add(double number) { answer_words.push_back(number); }

void Answer::add(Tensor tensor) {
  const Tensor& kept = answer_tensors.emplace_back(std::move(tensor));
  add(double{float32});
  add(static_cast<double>(kept.dimension()));
  for (const std::size_t length : kept.shape()) add(static_cast<double>(length));
  add(address(kept.data()));
}

void Answer::add(std::optional<Tensor> tensor) {
  if (tensor) {
    add(*std::move(tensor));
  } else {
    add(double{none});
  }
}

void Answer::add(std::string text) {
  const std::string& kept = answer_texts.emplace_back(std::move(text));
  add(double{bytes8});
  add(1.0);
  add(static_cast<double>(kept.size()));
  add(address(kept.data()));
}

void Answer::add_bytes(std::span<const std::byte> bytes) {
  add(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

const double* answer(const double* words, Result<void> (*work)(Arguments&, Answer&)) {
  Arguments arguments(words);
  Answer answer;
  forget_answer();
  answer.add(0.0);
  if (Result<void> done = work(arguments, answer); !done) {
    forget_answer();
    answer.add(1.0);
    answer.add(std::move(done.error().code));
    answer.add(std::move(done.error().path));
    answer.add(std::move(done.error().message));
  }
  return answer_words.data();
}

// A block for the arguments of the next call, aligned for every type of data.
MODULE_EXPORT("reserve") std::byte* reserve(std::size_t size) {
  if (block.size < size) {
    block = {};  // first, so that both are never held together
    block = {std::make_unique_for_overwrite<std::byte[]>(size), size};
  }
  return block.memory.get();
}

MODULE_EXPORT("release") void release() {
  forget_answer();
  if (block.size > kept_bytes) block = {};
}

MODULE_EXPORT("version") const double* version(const double* words) {
  return answer(words, [](Arguments&, Answer& out) -> Result<void> {
    out.add(std::string_view(MODULES_VERSION));
    return {};
  });
}

}  // namespace modules
