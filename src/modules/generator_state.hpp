// A generator is passed as its bytes: JavaScript holds them between calls, so that the module stores nothing for it and
// an unused generator is garbage-collected like any other object.
#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "attention/random/generator.hpp"
#include "modules/call.hpp"

namespace modules {

static_assert(std::is_trivially_copyable_v<attention::Generator>);
using GeneratorBytes = std::array<std::byte, sizeof(attention::Generator)>;

inline std::optional<attention::Generator> maybe_generator(Arguments& in) {
  const std::span<const std::byte> from = in.bytes();
  GeneratorBytes bytes;
  if (from.size() != bytes.size()) return std::nullopt;
  std::memcpy(bytes.data(), from.data(), bytes.size());
  return std::bit_cast<attention::Generator>(bytes);
}

inline void add_generator(Answer& out, const attention::Generator& generator) {
  const auto bytes = std::bit_cast<GeneratorBytes>(generator);
  out.add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

inline Result<void> add_result(Answer& out, Result<Tensor> result) {
  if (!result) return std::unexpected(std::move(result).error());
  out.add(*std::move(result));
  return {};
}

}  // namespace modules
