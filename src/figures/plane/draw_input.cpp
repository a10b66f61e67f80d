// Pointer, finger and keys: what is near the pointer, a tip that is dragged, and tips as stops of the Tab key.
#include "figures/plane/draw.hpp"

#include <cmath>

#include "graph/explain/explanation.hpp"
#include "imgui.h"

namespace ui {
namespace {

constexpr float reach = 12, reach_of_finger = touch_target / 2, above_finger = 40;
constexpr float preferred = 4;  // px by which the query counts as nearer

// From a point to a stretch of a line.
float distance(Point p, Point a, Point b) {
  const float dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const float t = length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0f, 1.0f) : 0;
  return distance(p, {a.x + t * dx, a.y + t * dy});
}

// Each is a group of its own, so that Tab goes from tip to tip and the arrow keys are free to move one.
constexpr std::array<std::string_view, 25> groups{
    "figure:1",  "figure:2",  "figure:3",  "figure:4",  "figure:5",  "figure:6",  "figure:7",  "figure:8",  "figure:9",
    "figure:10", "figure:11", "figure:12", "figure:13", "figure:14", "figure:15", "figure:16", "figure:17", "figure:18",
    "figure:19", "figure:20", "figure:21", "figure:22", "figure:23", "figure:24", "figure:25"};

std::string_view number(Screen& s, double value) {
  return s.written([&](std::string& words) { words += graph::format_number(value, 2); });
}

}  // namespace

const explorer::PlanePoint& PlaneFigure::point_of(const Screen& s, Which which, std::size_t key) const {
  if (which == Which::query) return view(s).query;
  return which == Which::key ? view(s).keys[key].arrow : *view(s).keys[key].value;
}

std::string_view PlaneFigure::handle_id(const Screen& s, Which which, std::size_t key) {
  if (which == Which::query) return "handle:query";
  return s.joined({which == Which::key ? "handle:key:" : "handle:value:", s.digits(key)});
}

// One for each pair of cells and plane: equal words have one vector, and a query may be one of the keys.
PlaneFigure::Handles PlaneFigure::handles(const Screen& s) const {
  Handles all;
  const auto add = [&](Which which, std::size_t key, const explorer::PlanePoint& point, const PlaneGrid& grid) {
    if (!point.shown || !point.cells) return;
    bool by_keys = true;
    for (const Handle& other : all) {
      if (other.point->cells != point.cells) continue;
      if (other.grid == &grid) return;
      by_keys = false;
    }
    all.add({which, key, &point, &grid, by_keys});
  };
  if (keys_drawn_) {
    add(Which::query, 0, view(s).query, keys_);
    for (std::size_t key = 0; key < view(s).keys.size(); ++key) add(Which::key, key, view(s).keys[key].arrow, keys_);
  }
  if (values_drawn_)
    for (std::size_t key = 0; key < view(s).keys.size(); ++key)
      if (view(s).keys[key].value) add(Which::value, key, *view(s).keys[key].value, values_);
  return all;
}

void PlaneFigure::move_to(Screen& s, const explorer::PlanePoint& point, double x, double y, bool continues) {
  if (!point.cells || (x == point.x && y == point.y)) return;
  s.command(explorer::MovePoint{point.cells->first, point.cells->second, x, y, continues});
}

// The handle under the pointer. The query is taken where it lies on another tip: it is what the figure is about.
void PlaneFigure::find_near(Screen& s, const PlaneGrid& grid) {
  const float within = s.around.touch ? reach_of_finger : reach;
  float nearest = within;
  for (const Handle& handle : handles(s)) {
    if (handle.grid != &grid) continue;
    const float tip = distance(s.pointer(), grid.at(handle.point->x, handle.point->y));
    const float away = handle.which == Which::query ? tip - preferred : tip;
    if (tip > within || away > nearest) continue;
    nearest = away;
    near_ = handle;
  }
}

// The cell of the mixture, or of the key whose tip, arrow or value is under the pointer.
std::optional<graph::CellRef> PlaneFigure::cell_under(const Screen& s, bool of_values) const {
  const PlaneGrid& grid = of_values ? values_ : keys_;
  const Point at = s.pointer();
  const auto& output = view(s).output;
  if (of_values && output && distance(at, grid.at(output->x, output->y)) < reach) return view(s).output_cells[0];
  std::optional<graph::CellRef> cell;
  float closest = 10;
  for (const explorer::PlaneKey& key : view(s).keys) {
    if (of_values ? !key.value || !key.value->shown : !key.arrow.shown) continue;
    const explorer::PlanePoint& point = of_values ? *key.value : key.arrow;
    const Point tip = grid.at(point.x, point.y);
    const float away = of_values ? distance(at, tip) - 6 : distance(at, grid.origin, tip);
    if (away >= closest) continue;
    closest = away;
    cell = of_values ? key.weight_cell : key.score_cell;
  }
  return cell;
}

// A drag of the handle under the pointer begins.
void PlaneFigure::take_hold(Screen& s, const PlaneGrid& grid) {
  entered_ = -10;
  const Point at = s.pointer(), tip = grid.at(near_->point->x, near_->point->y);
  drag_ = Drag{
      near_->which, near_->key, near_->point->x, near_->point->y, {tip.x - at.x, tip.y - at.y}, false, true, 0, {}};
  for (const explorer::PlaneKey& key : view(s).keys) drag_->weights.add(key.weight.value);
  if (near_->by_keys) s.focus.take(handle_id(s, near_->which, near_->key));
}

void PlaneFigure::point_at(Screen& s, bool of_values) {
  const PlaneGrid& grid = of_values ? values_ : keys_;
  const Hit hit = s.hit(of_values ? "plane:values" : "plane:keys", grid.where, false);
  const bool finger = s.around.touch, pressed = ImGui::IsItemActivated();
  const Point at = s.pointer();
  if (drag_ && !drag_->held && s.motion.since(drag_->released, 0.18) >= 1) drag_.reset();
  const bool own_drag = drag_ && drag_->held && (drag_->which == Which::value) == of_values;
  if (own_drag) {
    if (hit.held && static_cast<std::size_t>(drag_->key) < view(s).keys.size()) return drag(s, grid);
    drag_->held = false;
    drag_->released = s.motion.now();
    if (!drag_->moved) drag_.reset();
  }
  if (!hit.hovered && !hit.held) return;
  pointed_ = true;

  find_near(s, grid);
  const std::optional<graph::CellRef> cell = cell_under(s, of_values);
  if (near_) s.out.cursor = "grab";
  else if (cell) s.out.cursor = "pointer";
  if (!finger && !s.memory.keys_rule) s.hover(cell);

  if (pressed && near_) {
    take_hold(s, grid);
    if (cell) s.command(explorer::Focus{cell, true});
    return;
  }
  if (pressed && finger) s.memory.swipe = Memory::Swipe{at, at, s.motion.now()};
  if (hit.clicked && cell) {
    const auto& state = s.explorer.state();
    if (state.pinned && state.focused == cell) s.command(explorer::Focus{});
    else s.command(explorer::Focus{cell, true});
  }
}

void PlaneFigure::drag(Screen& s, const PlaneGrid& grid) {
  pointed_ = true;
  s.out.cursor = "grabbing";
  const Point at = s.pointer();
  const explorer::PlanePoint& point = point_of(s, drag_->which, drag_->key);
  const ImGuiIO& io = ImGui::GetIO();
  constexpr float still = 3;
  if (!drag_->moved && io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < still * still) return;
  // A finger hides what is under it: the tip stays above it.
  const Point grip = s.around.touch ? Point{0, -above_finger} : drag_->grip;
  const Rect in = grown(grid.where, -4);
  const Point tip{std::clamp(at.x + grip.x, in.x0, in.x1), std::clamp(at.y + grip.y, in.y0, in.y1)};
  const double x = snapped_to_grid(grid.x_of(tip), io.KeyShift), y = snapped_to_grid(grid.y_of(tip), io.KeyShift);
  if (std::abs(x - point.x) < 1e-6 && std::abs(y - point.y) < 1e-6) return;
  move_to(s, point, x, y, drag_->moved);
  drag_->moved = true;
}

void PlaneFigure::keys(Screen& s) {
  std::size_t stop = 0;
  for (const Handle& handle : handles(s)) {
    const explorer::PlanePoint& point = *handle.point;
    const Point tip = handle.grid->at(point.x, point.y);
    const float half = s.touch() ? reach_of_finger : reach;
    const Rect where = box(tip.x - half, tip.y - half, 2 * half, 2 * half);
    const std::string_view id = handle_id(s, handle.which, handle.key);
    if (!handle.by_keys) {
      s.items.add(id, where, true);
      continue;
    }
    s.focus.group(groups[stop++]);
    s.items.add(id, where, true);
    if (!s.focus.part(id, where)) continue;
    s.ring(where, half);
    const std::string_view name = handle.which == Which::query ? std::string_view(view(s).query_words)
                                  : handle.which == Which::key ? std::string_view(view(s).keys[handle.key].name)
                                                               : s.text("plane.value", {view(s).keys[handle.key].name});
    s.says(true, name, "role.tip", s.joined({"(", number(s, point.x), ", ", number(s, point.y), ")"}));
    // Whole steps, with Shift tenths, as in a field of a number.
    const bool fine = ImGui::GetIO().KeyShift;
    double x = point.x, y = point.y;
    const double by = fine ? 0.1 : 1;
    if (s.takes(ImGuiKey_LeftArrow)) x -= by;
    if (s.takes(ImGuiKey_RightArrow)) x += by;
    if (s.takes(ImGuiKey_UpArrow)) y += by;
    if (s.takes(ImGuiKey_DownArrow)) y -= by;
    if (x == point.x && y == point.y) continue;
    const auto cleaned = [](double value) { return std::round(value * 100) / 100; };
    move_to(s, point, cleaned(x), cleaned(y), false);
    s.focus.show();
    s.memory.keys_rule = true;
    const bool of_key =
        handle.which != Which::query && s.explorer.state().focused != view(s).keys[handle.key].score_cell;
    if (of_key) s.command(explorer::Focus{view(s).keys[handle.key].score_cell, true});
  }
}

}  // namespace ui
