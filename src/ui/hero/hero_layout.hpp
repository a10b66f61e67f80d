// Where the parts of the hero lie: the words, X, the stack of Q, K and V, S, A and Z, and the ribbons between them, whose
// widths are proportional to the weights. In CSS px; independent of ImGui.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "explorer/hero/hero.hpp"
#include "ui/geometry.hpp"

namespace ui {

struct HeroLayout {
  std::size_t words = 0;
  float pitch = 0;                                   // of the rows
  float band = 0, into_result = 0, into_scores = 0;  // widths of ribbons for a weight of 1
  Rect area;                                         // all of it
  Rect names, result_name;                           // the words at the left, and the one beside the result
  std::array<Rect, explorer::hero_parts> matrices;   // without the last gap
  std::array<Point, explorer::hero_parts> cell;      // width and height from one cell to the next

  Rect row(explorer::HeroPart part, std::size_t at) const;
  Rect at(explorer::HeroPart part, std::size_t row, std::size_t column) const;
  Rect name(std::size_t at) const;
  const Rect& operator[](explorer::HeroPart part) const { return matrices[static_cast<std::size_t>(part)]; }
};

struct HeroSizes {
  std::size_t words = 0, features = 0, width = 0;  // rows, columns of X, columns of Q, K, V and Z
  float name = 0;                                  // width of the longest word
};

inline constexpr float least_pipeline = 900;  // narrower windows have no room for all matrices

float hero_height(const HeroSizes& sizes, float pitch);
// room: height that is wanted; the rows are as high as it allows, within limits.
HeroLayout lay_hero(const HeroSizes& sizes, float x0, float x1, float y0, float room);

// Ribbons of all words side by side, as wide as their weights but at least 1, in the order of the words about a middle;
// of_one: the width for a weight of 1. Appends the middle and the width of each.
void stack_ribbons(std::span<const float> weights, float of_one, float middle, std::vector<float>& into);

}  // namespace ui
