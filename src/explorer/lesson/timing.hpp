// How long attention takes over the whole matrix and in tiles, as the page has measured it at a reader's request. Handed in
// by the page: nothing here knows how it is measured.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "explorer/json/shape.hpp"

namespace explorer {

struct Timing {
  enum class State : std::uint8_t { running, done, failed };
  State state = State::running;
  std::size_t tokens = 0;
  double plain = 0, tiles = 0;  // ms
  std::string why;              // failed: a sentence
};
inline constexpr std::size_t most_timed = 4096;  // tokens: two matrices of 64 MB

}  // namespace explorer

template <>
struct text::Words<explorer::Timing::State> {
  static constexpr std::string_view all[] = {"running", "done", "failed"};
};
