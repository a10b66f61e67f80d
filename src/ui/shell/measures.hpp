// Measurements that panels reuse in the next frame if nothing has changed: the lines of the explained cell's terms, and
// the positions of the nodes of the pipeline map. Depends on type and geometry, not on panels.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graph/core/types.hpp"
#include "graph/explain/explanation.hpp"
#include "ui/shell/kept.hpp"
#include "ui/type/type.hpp"

namespace ui {

// Everything that a measurement depends on.
struct Circumstances {
  std::uint64_t stamp = 0;  // the explorer's: of its view, or of its whole state
  unsigned type = 0;
  Rect place;
  unsigned look = 0;  // shell, theme, touch, and what the panel adds
  bool operator==(const Circumstances&) const = default;
};

struct TermLines {
  struct Token {
    const graph::Piece* piece = nullptr;
    std::vector<TextRun> runs;
    std::string note;
    float width = 0, pad = 0;  // pad on either side, in em
    bool breaks = false;       // a line may break before it
    bool chip = false;
  };
  struct Row {
    std::vector<Token> tokens;
    float size = 0, width = 0;
    bool notes = false;
  };
  std::vector<graph::Line> lines;  // tokens point into them
  std::vector<Row> rows;
  std::vector<TextRun> rule;
  float pad = 0, aside = 0, content = 0;
  bool cut = false;
  Color chip = 0;
};

struct MapSpots {
  struct Spot {
    Rect cells;
    float pitch = 10;
    float end = 0;           // right end of its button
    float joined_from = -1;  // where the line from the column before it begins; negative: none
    std::vector<TextRun> symbol;
    std::vector<std::pair<Rect, Color>> miniature;
  };
  std::vector<Spot> spots;
  float symbol_size = 19;
};

// Where the nodes of the pipeline map were last drawn; empty in a frame after one without the map.
struct MapPlace {
  graph::NodeId node = 0;
  Rect cells;
};
class MapPlaces {
 public:
  void begin() {  // once a frame
    if (!drawn_) all_.clear();
    drawn_ = false;
  }
  void redraw() {
    all_.clear();
    drawn_ = true;
  }
  void add(graph::NodeId node, Rect cells) { all_.push_back({node, cells}); }
  const std::vector<MapPlace>& all() const { return all_; }

 private:
  std::vector<MapPlace> all_;
  bool drawn_ = false;
};

}  // namespace ui
