// Memory for one call of a kernel, aligned to cache lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace attention::fast {

class FloatSpace {
 public:
  explicit FloatSpace(std::size_t floats) : memory_(std::make_unique_for_overwrite<float[]>(floats + line)) {}
  float* begin() const {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(memory_.get()), bytes = line * sizeof(float);
    return memory_.get() + ((bytes - at % bytes) % bytes) / sizeof(float);
  }

 private:
  static constexpr std::size_t line = 16;
  std::unique_ptr<float[]> memory_;
};

}  // namespace attention::fast
