// A plane on the stage: a query and keys as arrows, scores and weights as bars, values and their mixture as points. On
// small screens one of the two planes at a time. Dragging a tip, or arrow keys at it, moves its vector; this keeps only
// the state of the gesture.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "figures/plane/draw_grid.hpp"
#include "figures/plane/view.hpp"
#include "ui/figures/kinds.hpp"
#include "ui/shell/screen.hpp"
#include "ui/stage/layout/layout.hpp"

namespace ui {

class PlaneLabels;

class PlaneFigure : public StageFigure {
 public:
  static bool narrow(Rect area) { return area.width() < 640; }
  // Between matrices and plane, and on small screens between the two planes.
  Rect draw_switch(Screen& screen, Rect area) override;
  void draw(Screen& screen, Rect area) override;

 private:
  enum class Which : std::uint8_t { query, key, value };
  struct Handle {
    Which which = Which::query;
    std::size_t key = 0;
    const explorer::PlanePoint* point = nullptr;
    const PlaneGrid* grid = nullptr;
    bool by_keys = true;  // false: the keyboard reaches the same cells in the other plane
  };
  static constexpr std::size_t most_keys = 12;
  using Handles = Few<Handle, 2 * most_keys + 1>;

  // A tip under the pointer, from press to release, and its ghost afterwards.
  struct Drag {
    Which which = Which::query;
    std::size_t key = 0;
    double from_x = 0, from_y = 0;
    Point grip;          // from the pointer to the tip
    bool moved = false;  // by this drag: further moves are merged into its undo entry
    bool held = true;
    double released = 0;
    Few<float, most_keys> weights;  // before it
  };

  const explorer::PlaneView& view(const Screen& screen) const { return *screen.view.figure<explorer::PlaneView>(); }

  // ---- draw.cpp: layout, and what is pointed at
  void draw_wide(Screen& screen, Rect area);
  void draw_narrow(Screen& screen, Rect area);
  PlaneGrid grid_of(Screen& screen, bool of_values, Rect where);
  void find_lit(Screen& screen);
  double drop_time(const Screen& screen) const;
  float shadow_dropped(Screen& screen, std::size_t key) const;
  float bars_grown(Screen& screen) const;
  float mixture_moved(Screen& screen) const;
  void draw_remark(Screen& screen, Rect where) const;
  void draw_output(Screen& screen, Rect where) const;

  // ---- draw_input.cpp
  static std::string_view handle_id(const Screen& screen, Which which, std::size_t key);
  Handles handles(const Screen& screen) const;
  void point_at(Screen& screen, bool of_values);
  void find_near(Screen& screen, const PlaneGrid& grid);
  std::optional<graph::CellRef> cell_under(const Screen& screen, bool of_values) const;
  void take_hold(Screen& screen, const PlaneGrid& grid);
  void drag(Screen& screen, const PlaneGrid& grid);
  void keys(Screen& screen);
  static void move_to(Screen& screen, const explorer::PlanePoint& point, double x, double y, bool continues);
  const explorer::PlanePoint& point_of(const Screen& screen, Which which, std::size_t key) const;

  // ---- draw_arrows.cpp
  void draw_keys(Screen& screen);
  void draw_shadows(Screen& screen);
  void draw_values(Screen& screen);
  void draw_hull(Screen& screen) const;
  void draw_mixture(Screen& screen, PlaneLabels& labels);
  void draw_value_name(Screen& screen, std::size_t j, PlaneLabels& labels) const;
  Point value_at(const Screen& screen, std::size_t key) const;
  void draw_handles(Screen& screen, bool of_values);
  float strength(std::size_t key) const { return !lit_ || lit_ == key ? 1.0f : 0.45f; }

  // ---- draw_bars.cpp
  bool bars_hit(Screen& screen, const explorer::PlaneKey& key, std::size_t j, Rect all, float line);
  void draw_bars(Screen& screen, Rect area);
  void draw_bar_row(Screen& screen, Rect area);

  PlaneGrid keys_, values_;
  bool keys_drawn_ = false, values_drawn_ = false;
  bool values_tab_ = false;  // of a small screen
  Rect beside_;              // free space beside the switch; may be empty
  std::optional<Drag> drag_;
  std::optional<std::size_t> lit_;  // the key that stands out
  std::optional<Handle> near_;      // the handle under the pointer
  std::string step_, lesson_;       // as last drawn
  bool pointed_ = false;
  double entered_ = -10;  // when the step was
};

}  // namespace ui
