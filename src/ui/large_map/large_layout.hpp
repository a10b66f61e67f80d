// Positions of the parts of the large map, and the cells that a window of it shows. Pure geometry.
#pragma once

#include <cstddef>

#include "large_map/map.hpp"
#include "ui/geometry.hpp"

namespace ui {

struct LargeSpace {
  float width = 0, height = 0, bar = 48;
  bool touch = false, several_heads = true;
  bool alone = false;  // a picture: the map with its axes and its legend
};

struct LargeLayout {
  bool wide = false;         // heads and panel are beside the map; else they scroll below it, or at its right
  Rect heads, panel;         // heads: empty if they are part of the panel
  Rect title, zoom, status;  // status: what a pixel means, or the progress
  Rect column_labels, row_labels;
  Rect map;                          // a square
  Rect row_profile, column_profile;  // share its axes; empty if there is no room
  Rect legend;
  bool legend_upright = false;
};

LargeLayout lay_out_large(const LargeSpace& space);

// A square map of tokens × tokens seen through a window; doubles, since a cell may lie a million px away.
struct LargeWindow {
  Rect seen;
  double x = 0, y = 0, cell = 1;  // corner of the whole map, size of a cell
  std::size_t tokens = 1;

  Rect cells(std::size_t row0, std::size_t row1, std::size_t column0, std::size_t column1) const {
    return {static_cast<float>(x + cell * static_cast<double>(column0)),
            static_cast<float>(y + cell * static_cast<double>(row0)),
            static_cast<float>(x + cell * static_cast<double>(column1)),
            static_cast<float>(y + cell * static_cast<double>(row1))};
  }
  std::size_t row_at(float at) const { return place(at, y); }
  std::size_t column_at(float at) const { return place(at, x); }
  large_map::Block block() const;

 private:
  std::size_t place(float at, double from) const;
};

LargeWindow large_window(Rect seen, std::size_t tokens, double zoom, double x, double y);
// How many cells along each side share a texel that is no smaller than a pixel: a power of two.
std::size_t large_factor(const LargeWindow& window, float ratio);
// Interval of labels, a power of two.
std::size_t every_large_label(double cell, float needs);

}  // namespace ui
