// Where the parts of the model screen are, and how large the cells of the chosen head's map: without drawing, so that it can
// be tested by itself.
#pragma once

#include <cstddef>

#include "ui/geometry.hpp"

namespace ui {

struct ModelSpace {
  float width = 0, height = 0, bar = 0;
  bool touch = false;
  std::size_t heads = 0, layers = 0;  // heads of a layer
  float line = 0;                     // the height that the explaining line needs
  bool sentence = true;               // with arcs over it; a picture has none
  bool compares = false;              // chips above the heads choose a second model
  bool second = false;                // a second model is compared: notes on it are below the small pictures
  bool compared = false;              // with a second head, whose arcs are below the words
};

struct ModelLayout {
  bool wide = false;    // all parts at once; else what is not pinned scrolls in `page`
  bool beside = false;  // the rail is at the left of it
  bool pinned = false;  // the explaining line stays at the bottom
  Rect rail, heads, head, arcs, line, page;
  float window = 0;  // its height
  float row = 1e6f;  // for the small pictures of a layer, so that all layers are seen
};

ModelLayout lay_out_model(const ModelSpace& space);

// The sentence with arcs above its words, and below them if a head is compared.
float model_arcs_height(bool compared);

// The side of a cell of a map of so many tokens that has so much room: 27 px for up to 14 tokens, then 18 and 12, then what
// fits, which may be less than a pixel.
float model_cell(std::size_t tokens, float room);

// Small pictures in rows: as many columns as the layer has heads if they fit at the least pitch, else as many as fit.
struct ModelGrid {
  float pitch = 35, picture = 32;
  std::size_t columns = 1;
  bool whole = true;  // a layer is one row
};
// room: its width, and the height for one layer, which only pictures of a few heads keep to; large: as for a file.
ModelGrid model_grid(std::size_t heads, Point room, bool touch, bool large = false);

}  // namespace ui
