// The large map on screen: heads, map with profiles, minimap, readout, controls. What is shown is the explorer's state;
// this keeps the state of gestures, and the rows computed for what is under the pointer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/large_map/screen.hpp"
#include "large_map/row.hpp"
#include "render/large_map.hpp"
#include "render/large_paint.hpp"
#include "ui/large_map/large_layout.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

class LargeFigure {
 public:
  void draw(Screen& screen);
  void context_restored() { maps_.forget(); }

 private:
  using Cell = std::pair<std::size_t, std::size_t>;
  const large_map::Computation& large(const Screen& s) const { return s.explorer.large_map().computation(); }
  const explorer::LargeState& state(const Screen& s) const { return s.explorer.state().large; }
  std::string_view head_name(const Screen& s, std::size_t head) const {
    return s.written([&](std::string& out) { s.explorer.large_map().write_head(out, head); });
  }
  std::string_view head_pattern(const Screen& s, std::size_t head) const {
    return s.written([&](std::string& out) { s.explorer.large_map().write_pattern(out, head); });
  }
  LargeWindow window(const Screen& s) const;
  std::optional<Cell> looked_at(const Screen& s) const;              // the hovered cell, else the pinned one
  std::string_view token(const Screen& s, std::size_t place) const;  // valid for this frame

  // ---- large.cpp: the screen
  void draw_stage(Screen& s);  // between the panels
  void draw_whole(Screen& s);
  void draw_alone(Screen& s);  // a picture of the map
  void title(Screen& s);
  float heads(Screen& s, float x0, float x1, float y, int columns);  // thumbnails; returns their lower end
  std::optional<int> head_of_keys(Screen& s, Rect whole, int columns);
  void draw_head(Screen& s, std::size_t head, Rect place, Rect seen, bool entered);
  float heads_note(Screen& s, float x0, float x1, float y, std::size_t queries) const;
  void keep_up(Screen& s);  // computes rows and columns, and sets what the core computes next

  // ---- large_map.cpp: drawing
  void draw_map(Screen& s);
  // cells: if they are large enough, each is computed by itself, else only sheets are drawn.
  void draw_sheets(Screen& s, Rect seen, const LargeWindow& at, bool cells);
  void put(Screen& s, const large_map::Sheet& sheet, std::uint64_t kind, const render::LargeLook& look);
  void put(Screen& s, const render::LargeTexels& texels, const render::LargeLook& look);
  void put(Screen& s, const render::LargeVectors& vectors, const render::LargeLook& look);
  void put_done(Screen& s, const render::LargeLook& look);  // of all that lie over each other
  void draw_numbers(Screen& s, const LargeWindow& at);
  void draw_marks(Screen& s, const LargeWindow& at);
  void draw_status(Screen& s);
  struct ColumnChip {  // over the followed column; half: of its width, 0 where none is followed
    float middle = 0, half = 0;
  };
  void draw_found(Screen& s, const LargeWindow& at);
  Font label_font() const;
  float row_label_middle(const LargeWindow& at, std::size_t row) const;
  void draw_row_labels(Screen& s, const LargeWindow& at);
  ColumnChip column_chip(Screen& s, const LargeWindow& at);
  void draw_column_labels(Screen& s, const LargeWindow& at, const ColumnChip& chip);
  void draw_chip_of(Screen& s, const Rect& where, std::size_t place, Color fill);
  void draw_labels(Screen& s, const LargeWindow& at);          // large_labels.cpp
  void draw_row_profile(Screen& s, const LargeWindow& at);     // large_profiles.cpp
  void draw_column_profile(Screen& s, const LargeWindow& at);  // large_profiles.cpp
  void draw_legend(Screen& s);                                 // large_legend.cpp

  // ---- large_input.cpp
  void input(Screen& s);
  void drag_map(Screen& s);
  void keys(Screen& s);
  void brush(Screen& s);
  void glide(Screen& s);
  void zoom_to(Screen& s, double zoom, Point under);
  void zoom_and_carry(Screen& s, double zoom, Point from, Point to);
  void pan_by(Screen& s, double x, double y);  // px
  void show_window(Screen& s, double zoom, double x, double y);
  void bring(Screen& s, Cell cell);  // scrolls it into view
  void go_to(Screen& s, std::size_t token);
  double most_zoom(const Screen& s) const;

  // ---- large_panel.cpp
  void panel(Screen& s);
  float minimap(Screen& s, Rect area);
  void reading_sentence(Screen& s, Cell cell, float x0, float x1, float y);
  void reading_table(Screen& s, Cell cell, float x0, float x1, float y);
  float reading(Screen& s, float x0, float x1, float y);
  float view_controls(Screen& s, float x0, float x1, float y);
  float hunt(Screen& s, float x0, float x1, float y);
  float find_control(Screen& s, float x0, float x1, float y);
  float kind_controls(Screen& s, float x0, float x1, float y);
  float source_actions(Screen& s, float x0, float x1, float y);
  float picture_controls(Screen& s, float x0, float x1, float y);
  float token_controls(Screen& s, float x0, float x1, float y);
  float head_controls(Screen& s, float x0, float x1, float y);
  float source_controls(Screen& s, float x0, float x1, float y);

  // ---- large_picture.cpp: where tokens are patches
  bool of_patches(const Screen& s) const { return state(s).setup.of == large_map::Tokens::patches; }
  float picture(Screen& s, float x0, float x1, float y);
  void point_at_picture(Screen& s, Rect at, std::size_t across, bool clicked);
  void picture_keys(Screen& s, std::size_t patch);
  void follow_patch(Screen& s, std::size_t patch);
  void swatch(Screen& s, Rect at, std::size_t patch);
  void take_picture(Screen& s);  // its plain pixels
  void lay_weights(Screen& s);   // and veiled by the weights of the followed row

  LargeLayout layout_;
  render::LargeMaps maps_;
  render::LargeMaps::Scale scale_{};
  render::LargeCanvas painted_;  // for a picture
  std::optional<Cell> hovered_;
  std::pair<std::size_t, std::size_t> heads_seen_;
  explorer::LargeLook look_;  // including what this frame has already requested

  std::uint64_t map_ = 0;  // whose rows these are
  std::string finding_;
  std::vector<std::size_t> found_;
  bool hunted_ = true;  // what there is to find was found in the frame before; at first nothing is told
  std::optional<large_map::Row> row_;
  std::optional<std::size_t> column_of_;
  std::uint32_t column_changes_ = 0;
  std::vector<float> column_;
  std::pair<std::size_t, std::size_t> brushed_;
  std::vector<double> brush_sum_;
  std::size_t brush_next_ = 0;

  std::shared_ptr<const large_map::Pixels> picture_;
  std::vector<std::uint32_t> plain_, laid_;
  std::uint32_t plain_changes_ = 0, laid_changes_ = 0;
  struct Laid {  // what the second texture shows
    std::uint64_t map = 0;
    std::size_t row = 0;
    explorer::ColorSteps steps = explorer::ColorSteps::linear;
    Color ground = 0;
    bool operator==(const Laid&) const = default;
  };
  std::optional<Laid> laid_of_;
  std::optional<std::size_t> pointed_patch_;  // on the picture, in the previous frame

  bool dragged_ = false, brushing_ = false;
  std::size_t brush_from_ = 0;
  Point speed_;  // px per second, while gliding
  double glided_at_ = -1, moved_at_ = -1;
};

}  // namespace ui
