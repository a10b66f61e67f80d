// Caches between frames, so that a steady frame allocates nothing: what depends on the state is cached under a key,
// what depends on its own content is on a shelf under a hash, and text is composed in the memory of earlier text.
// Independent of what is cached.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ui {

// A value computed for a key, and computed again when the key changes.
template <std::equality_comparable Key, class T>
class Kept {
 public:
  template <class Make>
  T& get(const Key& key, Make&& make) {
    if (key_ != key) {
      value_ = std::forward<Make>(make)();
      key_ = key;
    }
    return value_;
  }

 private:
  std::optional<Key> key_;
  T value_{};
};

class Hash {
 public:
  void add(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte, number >>= 8) state_ = (state_ ^ (number & 0xFF)) * 1099511628211ull;
  }
  void add(float number) { add(std::uint64_t{std::bit_cast<std::uint32_t>(number)}); }
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (const char c : text) state_ = (state_ ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  }
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_ = 1469598103934665603ull;
};

// Values by a hash of all their inputs. Those not used in recent frames are dropped.
template <class T>
class Shelf {
 public:
  void begin(unsigned generation) {  // once per frame; a new generation invalidates everything
    ++frame_;
    if (generation != generation_) kept_.clear();
    else std::erase_if(kept_, [this](const auto& entry) { return frame_ - entry.second.seen > 64; });
    generation_ = generation;
  }
  template <class Make>
  const T& get(const Hash& hash, Make&& make) {  // valid until the next frame
    const auto [at, fresh] = kept_.try_emplace(hash.state());
    if (fresh) at->second.value = std::forward<Make>(make)();
    at->second.seen = frame_;
    return at->second.value;
  }

 private:
  struct Entry {
    T value{};
    unsigned seen = 0;
  };
  std::unordered_map<std::uint64_t, Entry> kept_;
  unsigned frame_ = 0, generation_ = 0;
};

// A list of limited size, stored in place.
template <class T, std::size_t most>
class Few {
 public:
  void add(const T& one) { all_[count_++] = one; }
  std::size_t size() const { return count_; }
  const T& operator[](std::size_t i) const { return all_[i]; }
  const T* begin() const { return all_.data(); }
  const T* end() const { return all_.data() + count_; }

 private:
  std::array<T, most> all_{};
  std::size_t count_ = 0;
};

// Objects that live for one frame and reuse the memory of the previous frame's.
template <class T>
class Pool {
 public:
  void begin() { used_ = 0; }
  T& next() {  // empty; valid until the next frame
    if (used_ == all_.size()) all_.emplace_back();
    T& one = all_[used_++];
    one.clear();
    return one;
  }

 private:
  std::deque<T> all_;  // a deque, so that references stay valid
  std::size_t used_ = 0;
};

}  // namespace ui
