// Positions of the parts of an attention figure: heads, tokens with their curves, the map with its labels, the bars
// under its columns, the legend. Pure geometry: counts and text widths in, rectangles out.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ui/geometry.hpp"

namespace ui {

struct AttentionSpace {
  Rect area;
  bool stacked = false, touch = false;  // stacked: tokens above, map below; both: rows high enough for fingers
  std::size_t queries = 1, keys = 1, heads = 1;
  float query_words = 40, key_words = 40, value_words = 32, head_words = 40;  // widths of the widest labels
  bool others = false;                                                        // a row to choose an index of other axes
  float largest_pitch = 72;
  bool compares = false;         // a second map instead of tokens and curves
  bool tools = false;            // a row for the buttons of the heads
  bool output = false;           // what the combined heads give without those that are switched off
  std::size_t output_lines = 2;  // of its words, in all the area's width
};

// wide: words beside the title, names beside the rows. tall: both have lines of their own. low: the words have; the title
// is beside the features.
enum class OutputForm : std::uint8_t { wide, tall, low };
inline constexpr float output_line = 16;  // of its words in the low form

// A map with what belongs to it.
struct MapLayout {
  Rect name, row_labels, column_labels, map, bars;
};

struct AttentionLayout {
  Rect heads;                          // a column, or a row where the area is narrow; empty if there is only one head
  bool heads_upright = false;          // the column
  float head_pitch = 0, head_map = 0;  // of one thumbnail with its frame, along the heads; of the map in it
  Rect others;                         // empty if there is nothing to choose
  Rect tools;                          // empty if they are elsewhere
  Rect queries, keys;                  // columns of tokens: words end left of curve_x0, begin right of curve_x1
  float curve_x0 = 0, curve_x1 = 0;
  float token_top = 0, query_pitch = 0, key_pitch = 0;
  Rect name;  // above the map
  Rect zoom;  // buttons at the end of the name; empty if the cells are large enough
  Rect row_labels, column_labels;
  Rect map;         // the visible part of the map
  float pitch = 0;  // of a cell at zoom 1
  Rect legend;
  bool legend_upright = false;
  Rect bars, words;  // empty where there is no room
  Rect output;       // instead of them
  OutputForm output_form = OutputForm::wide;
  MapLayout other;  // of the second map
  Rect differs;     // for the words on where the two maps differ
  MapLayout first() const { return {name, row_labels, column_labels, map, bars}; }
  float height = 0;  // of the whole figure: more than the area's if it scrolls

  float query_y(std::size_t at) const { return token_top + (static_cast<float>(at) + 0.5f) * query_pitch; }
  float key_y(std::size_t at) const { return token_top + (static_cast<float>(at) + 0.5f) * key_pitch; }
};

// The parts of the output from top to bottom.
struct OutputLayout {
  Rect title, words, features;
  Rect names[3], cells[3];
};
OutputLayout lay_out_output(Rect area, OutputForm form, float name_words);

AttentionLayout lay_out_attention(const AttentionSpace& space);
AttentionLayout moved(const AttentionLayout& layout, float down);

// The visible part of a zoomed map: the position of its first cell and the size of a cell.
struct MapWindow {
  float x = 0, y = 0, width = 0, height = 0;  // corner of the whole map, size of a cell
  Rect seen;
  std::size_t row0 = 0, row1 = 0, column0 = 0, column1 = 0;  // visible cells; ends are exclusive

  Rect cell(std::size_t row, std::size_t column, float gap) const {
    const float cx = x + static_cast<float>(column) * width, cy = y + static_cast<float>(row) * height;
    return {cx, cy, cx + width - gap, cy + height - gap};
  }
};
MapWindow map_window(Rect seen, std::size_t rows, std::size_t columns, double zoom, double x, double y);
// The centre of the visible part, as fractions of the map, such that the point `share` of the map is at `under`.
struct MapMiddle {
  double x = 0.5, y = 0.5;
};
MapMiddle middle_for(Rect seen, double zoom, MapMiddle share, Point under);
// Interval of labels, so that none touch.
std::size_t every_label(float pitch, float needs);

}  // namespace ui
