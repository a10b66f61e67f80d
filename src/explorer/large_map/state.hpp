// The large map in the explorer's state: what it is computed from, which undo covers, and how it is looked at.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "explorer/json/shape.hpp"
#include "explorer/state/color_steps.hpp"
#include "large_map/setup.hpp"

namespace explorer {

struct LargeLook {
  std::size_t head = 0;  // of all layers: layer · heads + head
  bool mean = false;     // a pixel over several cells shows their mean, not the largest
  bool follow = true;    // texts about a row, a column and a cell follow the pointer, not the pinned cell
  ColorSteps steps = ColorSteps::square_root;
  double zoom = 1;                                           // 1 shows the whole map
  double x = 0.5, y = 0.5;                                   // centre of the visible part, as fractions of the map
  std::optional<std::pair<std::size_t, std::size_t>> cell;   // pinned: its row and column are followed
  std::optional<std::pair<std::size_t, std::size_t>> brush;  // rows being compared: first and last
  std::string find;                                          // a word whose tokens are marked
  bool operator==(const LargeLook&) const = default;
};

struct LargeState {
  bool shown = false;
  large_map::Setup setup;  // the part covered by undo
  LargeLook look;
  bool operator==(const LargeState&) const = default;
};

// What there is to find on a map: of the weights of at least `least_hunted` the one whose query and key are farthest
// apart. apart: how far those of the pinned cell are; none: it has less weight, or nothing is pinned.
struct LargeHunt {
  std::optional<std::size_t> apart;
  bool found = false;  // no weight of that size reaches farther
};
inline constexpr float least_hunted = 0.5f;
inline constexpr std::size_t most_hunted = 1024;  // tokens: all weights are looked through

// With up to 4,096 tokens a window has as many pixels as cells; zooming in further shows nothing new.
inline constexpr double most_large_zoom = 2048;

}  // namespace explorer

// As JSON and links spell them.
template <>
struct text::Words<large_map::Tokens> {
  static constexpr std::string_view all[] = {"words", "letters", "patches"};
};
template <>
struct text::Words<large_map::Model> {
  static constexpr std::string_view all[] = {"patterns", "random", "trained", "own"};
};
