// Writes .gguf files for tests, well-formed ones and others: settings and tensors in the order in which they are added.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gguf_support {

// A whole number, the lowest byte first.
inline std::string little(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}
inline std::string text(std::string_view words) { return little(words.size(), 8) + std::string(words); }

class Writer {
 public:
  std::uint64_t version = 3, alignment = 32;
  std::uint64_t more_tensors = 0, more_settings = 0;  // than there are, in the header

  // `value`: the number of its kind and its bytes.
  void raw(std::string_view key, std::string_view value) {
    settings_ += text(key) + std::string(value);
    ++count_;
  }
  void whole(std::string_view key, std::uint64_t value) { raw(key, little(4, 4) + little(value, 4)); }
  void number(std::string_view key, float value) {
    raw(key, little(6, 4) + little(std::bit_cast<std::uint32_t>(value), 4));
  }
  void flag(std::string_view key, bool value) { raw(key, little(7, 4) + little(value ? 1 : 0, 1)); }
  void word(std::string_view key, std::string_view value) { raw(key, little(8, 4) + text(value)); }
  void words(std::string_view key, const std::vector<std::string>& values) {
    std::string all = little(9, 4) + little(8, 4) + little(values.size(), 8);
    for (const std::string& one : values) all += text(one);
    raw(key, all);
  }
  void wholes(std::string_view key, const std::vector<int>& values) {
    std::string all = little(9, 4) + little(5, 4) + little(values.size(), 8);
    for (const int one : values) all += little(static_cast<std::uint32_t>(one), 4);
    raw(key, all);
  }

  // `shape` as PyTorch has it; `type` as GGUF numbers it.
  void tensor(std::string_view name, std::uint64_t type, const std::vector<std::uint64_t>& shape,
              std::string_view bytes) {
    describe(name, type, shape, data_.size());
    data_ += bytes;
    data_.resize(padded(data_.size()), '\0');
  }
  // Without its bytes.
  void describe(std::string_view name, std::uint64_t type, const std::vector<std::uint64_t>& shape,
                std::uint64_t offset) {
    tensors_ += text(name) + little(shape.size(), 4);
    for (std::size_t axis = shape.size(); axis-- > 0;) tensors_ += little(shape[axis], 8);
    tensors_ += little(type, 4) + little(offset, 8);
    ++tensor_count_;
  }

  std::string file() const {
    std::string out =
        "GGUF" + little(version, 4) + little(tensor_count_ + more_tensors, 8) + little(count_ + more_settings, 8);
    out += settings_ + tensors_;
    out.resize(padded(out.size()), '\0');
    return out + data_;
  }

 private:
  std::size_t padded(std::size_t size) const {
    const auto step = static_cast<std::size_t>(alignment);
    return (size + step - 1) / step * step;
  }

  std::string settings_, tensors_, data_;
  std::uint64_t count_ = 0, tensor_count_ = 0;
};

}  // namespace gguf_support
