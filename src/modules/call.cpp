// Memory of a call: one block that JavaScript writes the arguments into, reused from call to call, and the answer's own
// tensors and texts, which live until JavaScript has copied them and calls release(). If memory runs out, malloc does
// not return (memory.cpp).
#include "modules/call.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace modules {
namespace {

enum Kind : int { none = 0, float32 = 1, bytes8 = 2, kept = 3 };

// A larger argument block is freed after its call, so that one large call does not hold memory for ever.
constexpr std::size_t kept_bytes = std::size_t{4} << 20;

struct Block {
  void* memory = nullptr;
  std::size_t size = 0;
};
Block block;

std::vector<double> answer_words;
std::vector<void*> answer_data;  // of its tensors and texts

void forget_answer() {
  answer_words.clear();
  for (void* data : answer_data) ::operator delete(data);
  answer_data.clear();
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

std::optional<TensorView> Arguments::maybe_tensor() {
  const Array from = array();
  if (from.kind == none) return std::nullopt;
  return TensorView(static_cast<const float*>(from.data), from.shape);
}

TensorView Arguments::tensor() {
  static constexpr float nothing = 0.0f;
  const std::optional<TensorView> tensor = maybe_tensor();
  return tensor ? *tensor : TensorView(&nothing, {});
}

attention::Mask Arguments::mask() {
  const Arguments before = *this;
  const Array from = array();
  if (from.kind == none) return {};
  if (from.kind == float32) {
    *this = before;
    return Tensor(tensor());
  }
  return attention::BoolTensor(attention::BoolView(static_cast<const std::uint8_t*>(from.data), from.shape));
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

float* Arguments::space() {
  const Array of = array();
  return const_cast<float*>(static_cast<const float*>(of.data));
}

void Answer::add(double number) { answer_words.push_back(number); }

void Answer::add(Tensor tensor) {
  add(keep_ ? double{kept} : double{float32});
  add(static_cast<double>(tensor.dimension()));
  for (const std::size_t length : tensor.shape()) add(static_cast<double>(length));
  float* data = attention::release(std::move(tensor));
  if (!keep_) answer_data.push_back(data);
  add(address(data));
}

void Answer::add(std::optional<Tensor> tensor) {
  if (tensor) {
    add(*std::move(tensor));
  } else {
    add(double{none});
  }
}

void Answer::add(std::string_view text) {
  void* data = ::operator new(text.size() + 1);
  if (!text.empty()) std::memcpy(data, text.data(), text.size());
  answer_data.push_back(data);
  add(double{bytes8});
  add(1.0);
  add(static_cast<double>(text.size()));
  add(address(data));
}

const double* answer(const double* words, Result<void> (*work)(Arguments&, Answer&)) {
  Arguments arguments(words);
  Answer answer(arguments.flag());
  forget_answer();
  answer.add(0.0);
  if (Result<void> done = work(arguments, answer); !done) {
    forget_answer();
    answer.add(1.0);
    answer.add(done.error().code);
    answer.add(done.error().path);
    answer.add(done.error().message);
  }
  return answer_words.data();
}

// A block for the arguments of the next call, aligned for every type of data.
MODULE_EXPORT("reserve") void* reserve(std::size_t size) {
  if (block.size < size) {
    std::free(block.memory);  // first, so that both are never held at once
    block = {};
    block = {std::malloc(size), size};
  }
  return block.memory;
}

MODULE_EXPORT("release") void release() {
  forget_answer();
  if (block.size <= kept_bytes) return;
  std::free(block.memory);
  block = {};
}

MODULE_EXPORT("version") const double* version(const double* words) {
  return answer(words, [](Arguments&, Answer& out) -> Result<void> {
    out.add(std::string_view(MODULES_VERSION));
    return {};
  });
}

}  // namespace modules
