// The attention figure: tokens joined by curves, the map of the selected heads, their thumbnails, and the row of the
// followed queries as bars. What is shown is the explorer's state; this keeps only the state of gestures.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "render/heat_map.hpp"
#include "ui/attention/attention_layout.hpp"
#include "ui/shell/screen.hpp"
#include "ui/stage/layout/layout.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {

bool extends_selection();  // Shift, Ctrl or Cmd is held

class AttentionFigure {
 public:
  // note: space for the words about random numbers; may be empty.
  void draw(Screen& screen, Rect area, Rect note, StageSpace::Size size);
  void context_restored() { maps_.forget(); }
  void collect_cells(std::vector<Item>& items) const;  // as in Stage
  const AttentionLayout& layout() const { return layout_; }
  render::HeatMaps& maps() { return maps_; }

 private:
  const explorer::AttentionView& view(const Screen& screen) const { return *screen.view.attention; }
  struct Fit {
    std::uint64_t stamp = 0;
    unsigned type = 0;
    float widest = 0;  // of all numbers, at 10 px
  };
  // A map on screen: that of the selected heads, or of the head beside it.
  struct Panel {
    MapLayout at;
    const explorer::AttentionCells &map, &row;
    const std::vector<std::string>&texts, &row_texts;
    std::string_view title;
    std::optional<std::size_t> beside;  // its head; none: the selected ones
    std::string_view id(std::string_view of_first, std::string_view of_other) const {
      return beside ? of_other : of_first;
    }
  };
  Panel first(const Screen& screen) const;
  std::optional<Panel> other(const Screen& screen) const;

  void lay_out(Screen& screen, Rect area, StageSpace::Size size, bool tools);
  MapWindow window(const Screen& screen, const Rect& map) const;
  graph::CellRef cell(const Screen& screen, const Panel& panel, std::size_t query, std::size_t key) const;
  bool follows(const Screen& screen, std::size_t query) const;
  // Query and key of a cell that the panel shows.
  std::optional<std::pair<std::size_t, std::size_t>> place_of(const Screen& screen, const Panel& panel,
                                                              const std::optional<graph::CellRef>& at) const;

  // ---- attention_map.cpp
  void draw_map(Screen& screen, const Panel& panel);
  void draw_map_labels(Screen& screen, const Panel& panel, const MapWindow& at);
  void draw_cells_of(Screen& screen, std::string_view id, Rect seen, const MapWindow& at,
                     const explorer::AttentionCells& cells, float end, float gap);
  void draw_as_texture(Screen& screen, std::string_view id, Rect seen, const MapWindow& at,
                       const explorer::AttentionCells& cells, float end, float gap);
  void draw_numbers(Screen& screen, const Panel& panel, const MapWindow& at);
  void draw_rings(Screen& screen, const Panel& panel, const MapWindow& at);
  void draw_scale(Screen& screen);
  std::optional<float> place_on_scale(Screen& screen) const;
  void draw_bars(Screen& screen, const Panel& panel);
  void draw_name_line(Screen& screen, const Panel& panel);

  // ---- attention.cpp
  bool rolled() const { return layout_.height > seen_.height() + 1; }
  float rolled_height() const;
  float roll(Screen& screen);  // returns the scroll offset
  void draw_curves(Screen& screen);
  void draw_tokens(Screen& screen);
  void draw_queries(Screen& screen, float size, float dot);
  void draw_keys(Screen& screen, float size, float dot);
  void draw_words(Screen& screen);

  // ---- attention_heads.cpp
  // The buttons that compare and switch heads, from the left end of the room.
  void draw_output(Screen& screen);
  static std::size_t output_lines(Screen& screen, std::string_view words, float width);
  void draw_differs(Screen& screen);  // in words, where the two heads do

  void heads(Screen& screen);
  std::optional<std::size_t> roved_head(Screen& screen, bool focused);  // a head that the keys have reached
  void head(Screen& screen, std::size_t head, Rect place, bool focused);
  void choose_head(Screen& screen, std::size_t head, bool add);

  // ---- attention_input.cpp
  void others(Screen& screen);
  void tokens(Screen& screen);
  void zoom_buttons(Screen& screen);
  void map(Screen& screen, const Panel& panel);
  void map_keys(Screen& screen, const Panel& panel);
  void zoom_to(Screen& screen, const Rect& map, double zoom, Point under);
  void zoom_and_carry(Screen& screen, const Rect& map, double zoom, Point from, Point to);
  void pinch(Screen& screen, const Rect& map);
  void pan_by(Screen& screen, float x, float y);  // in px on screen
  double most_zoom() const;
  void toggle_query(Screen& screen, std::size_t query, bool add);

  AttentionLayout layout_;
  Rect seen_;         // the part of the screen where it is visible, scrolled or whole
  std::string step_;  // as last drawn
  float scrolled_ = 0;
  bool resets_ = false;  // scrolls to its beginning
  // From a query to a key; its thickness is the weight.
  struct Curve {
    std::size_t query = 0, key = 0;
    float weight = 0;
  };
  render::HeatMaps maps_;
  std::vector<Curve> idle_, lit_;  // of the current frame
  std::optional<std::size_t> over_query_;
  std::string name_;                  // of the tensor in the map, as last drawn
  std::vector<std::size_t> leading_;  // and the indices of its other axes
  std::size_t rows_ = 0, columns_ = 0;
  MapWindow last_, last_other_;
  std::optional<std::size_t> beside_;  // the head beside the selected ones, as last drawn
  bool pointed_ = false, dragged_ = false;
  Fit fit_, fit_other_;
};

}  // namespace ui
