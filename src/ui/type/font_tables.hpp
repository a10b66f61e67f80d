// Bounds-checked reading of a font's bytes and tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ui::font {

using Fault = std::optional<std::string>;  // what is wrong, if anything

// Big-endian numbers; 0 beyond the end.
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size(); }
  bool holds(std::size_t from, std::size_t count) const { return from <= size() && count <= size() - from; }
  std::size_t byte(std::size_t at) const { return at < size() ? bytes_[at] : 0; }
  std::size_t word(std::size_t at) const { return byte(at) << 8 | byte(at + 1); }
  int number(std::size_t at) const { return static_cast<std::int16_t>(word(at)); }
  std::uint32_t word32(std::size_t at) const { return static_cast<std::uint32_t>(word(at) << 16 | word(at + 2)); }
  Bytes part(std::size_t from, std::size_t count) const { return Bytes(bytes_.subspan(from, count)); }
  std::string_view text(std::size_t from, std::size_t count) const {
    return {reinterpret_cast<const char*>(bytes_.data()) + from, count};
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

class Tables {
 public:
  bool has(std::string_view tag) const { return find(tag) != nullptr; }
  Bytes operator[](std::string_view tag) const {
    const Bytes* found = find(tag);
    return found ? *found : Bytes();
  }
  bool add(std::string_view tag, Bytes bytes) {  // false if the table is already there
    if (has(tag)) return false;
    all_.emplace_back(tag, bytes);
    return true;
  }

 private:
  const Bytes* find(std::string_view tag) const {
    for (const auto& [name, bytes] : all_)
      if (name == tag) return &bytes;
    return nullptr;
  }
  std::vector<std::pair<std::string_view, Bytes>> all_;
};

}  // namespace ui::font
