// A query and keys as arrows in a plane, values and their mixture as points in another.
#pragma once

#include "explorer/views/view.hpp"

namespace explorer {

// A point of a plane: the tip of an arrow, or a value.
struct PlanePoint {
  double x = 0, y = 0;
  double home_x = 0, home_y = 0;  // where the lesson has it
  // The cells of a source that hold it; none if it is computed or locked.
  std::optional<std::pair<graph::CellRef, graph::CellRef>> cells;
  bool shown = true;  // false if a question hides it, or it is too far out to draw; then the numbers are 0
};

struct PlaneKey {
  std::string name;
  PlanePoint arrow;
  std::optional<PlanePoint> value;
  // Of the whole key, with the features that the plane leaves out. No cosine without a length.
  double length = 0;
  std::optional<double> cosine;
  double part = 0, rest = 0;  // q · k in the plane, and what the other features add
  CellView score, weight;
  graph::CellRef score_cell, weight_cell;
  std::string length_text, cosine_text, rest_text;
};

// One query and all keys as arrows in the plane of two features, and the values with their mixture in another.
struct PlaneView : ShownFigure {
  static constexpr std::string_view key = "plane";
  std::array<std::string, 2> features, value_features;
  std::string query_name, query_words;  // "cat", "query cat"
  PlanePoint query;
  double query_length = 0;  // in the plane
  std::vector<PlaneKey> keys;
  std::optional<PlanePoint> output;  // none without values, or if it is hidden
  std::array<graph::CellRef, 2> output_cells;
  graph::Symbol output_symbol;
  std::string output_name, output_text;  // as spoken, and what follows the symbol: ": water 1.64, money 1.04"
  std::vector<std::size_t> hull;         // keys whose values are its corners, in order around it
  bool has_values = false;
  std::string remark;     // that a key scores higher than a better aligned one; empty: none does
  std::string left_out;   // which features the plane leaves out, and what they add; empty: none
  std::string undivided;  // what the largest weight would be without division; empty: nothing to say
  FigureText text(const ViewContext& context) const override;
};

}  // namespace explorer
