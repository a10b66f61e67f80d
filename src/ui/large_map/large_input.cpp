// Wheel, pinch, drag and keys on the large map: one continuous zoom from the whole map to single cells. When released
// in motion the map glides on, unless reduced motion is set.
#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "ui/large_map/large.hpp"

namespace ui {
namespace {

constexpr double wheel_step = 1.35, button_step = 2;
constexpr float closest = 64;                        // px of a cell
constexpr float glide_least = 12, glide_begin = 90;  // px per second
constexpr double glide_decay = 4.5;                  // per second

}  // namespace

LargeWindow LargeFigure::window(const Screen& s) const {
  return large_window(layout_.map, state(s).setup.tokens, look_.zoom, look_.x, look_.y);
}

double LargeFigure::most_zoom(const Screen& s) const {
  const auto tokens = static_cast<double>(state(s).setup.tokens);
  return std::clamp(closest * tokens / layout_.map.width(), 1.0, explorer::most_large_zoom);
}

void LargeFigure::show_window(Screen& s, double zoom, double x, double y) {
  const double half = 0.5 / zoom;
  look_.zoom = zoom;
  look_.x = std::clamp(x, half, 1 - half);
  look_.y = std::clamp(y, half, 1 - half);
  s.command(explorer::LookLarge{.window = explorer::LookLarge::Window{look_.zoom, look_.x, look_.y}});
}

// Moves what was under one point to another.
void LargeFigure::zoom_and_carry(Screen& s, double zoom, Point from, Point to) {
  zoom = std::clamp(zoom, 1.0, most_zoom(s));
  const LargeWindow now = window(s);
  const double side = now.cell * static_cast<double>(now.tokens), width = layout_.map.width();
  const auto along = [&](float was, float is, double corner, float begin) {
    return (was - corner) / side + (0.5 - (is - begin) / width) / zoom;
  };
  show_window(s, zoom, along(from.x, to.x, now.x, layout_.map.x0), along(from.y, to.y, now.y, layout_.map.y0));
}

void LargeFigure::zoom_to(Screen& s, double zoom, Point under) {
  speed_ = {};
  if (std::abs(std::clamp(zoom, 1.0, most_zoom(s)) - look_.zoom) > 1e-9) zoom_and_carry(s, zoom, under, under);
}

void LargeFigure::pan_by(Screen& s, double x, double y) {
  if (look_.zoom <= 1 || (x == 0 && y == 0)) return;
  const double side = layout_.map.width() * look_.zoom;
  show_window(s, look_.zoom, look_.x + x / side, look_.y + y / side);
}

void LargeFigure::bring(Screen& s, Cell cell) {
  const LargeWindow now = window(s);
  const Rect at = now.cells(cell.first, cell.first + 1, cell.second, cell.second + 1);
  const auto off = [](float a0, float a1, float b0, float b1) { return a1 > b1 ? a1 - b1 : a0 < b0 ? a0 - b0 : 0.0f; };
  pan_by(s, off(at.x0, at.x1, now.seen.x0, now.seen.x1), off(at.y0, at.y1, now.seen.y0, now.seen.y1));
}

// Goes to the token's row at its largest weight, close enough to tell cells apart.
void LargeFigure::go_to(Screen& s, std::size_t token) {
  const large_map::Row row = large_map::row_of(large(s), token);
  const std::size_t column = large_map::largest_of_row(row, 1).front();
  look_.cell = Cell{token, column};
  s.command(explorer::LookLarge{.cell = look_.cell});
  const auto tokens = static_cast<double>(state(s).setup.tokens);
  const double near = std::clamp(tokens / 64, 1.0, most_zoom(s));
  show_window(s, std::max(look_.zoom, near), (static_cast<double>(column) + 0.5) / tokens,
              (static_cast<double>(token) + 0.5) / tokens);
}

void LargeFigure::glide(Screen& s) {
  const double now = s.motion.now(), passed = std::clamp(now - glided_at_, 0.0, 0.1);
  glided_at_ = now;
  if (std::hypot(speed_.x, speed_.y) < glide_least || s.motion.reduced() || ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) speed_ = {};
    return;
  }
  pan_by(s, -speed_.x * passed, -speed_.y * passed);
  const auto slower = static_cast<float>(std::exp(-glide_decay * passed));
  speed_ = {speed_.x * slower, speed_.y * slower};
  s.out.animating = true;
}

// The map follows the pointer; its speed is kept for when it is released.
void LargeFigure::drag_map(Screen& s) {
  const ImGuiIO& io = ImGui::GetIO();
  dragged_ = true;
  pan_by(s, -io.MouseDelta.x, -io.MouseDelta.y);
  // Speed over the last moments, so that a pause before release stops the glide.
  const double now = s.motion.now(), passed = std::max(now - moved_at_, 1.0 / 240);
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) {
    const float share = moved_at_ < 0 || passed > 0.1 ? 1.0f : 0.5f;
    speed_ = {mix(speed_.x, io.MouseDelta.x / static_cast<float>(passed), share),
              mix(speed_.y, io.MouseDelta.y / static_cast<float>(passed), share)};
    moved_at_ = now;
  } else if (now - moved_at_ > 0.08) {
    speed_ = {};
  }
  s.out.cursor = "grabbing";
}

void LargeFigure::input(Screen& s) {
  const ImGuiIO& io = ImGui::GetIO();
  const Rect& map = layout_.map;
  const Hit hit = s.hit("large-map", map);
  const Point at = s.pointer();
  hovered_.reset();
  if (hit.hovered) {
    // An embed must not capture scrolling: there the wheel zooms only with Ctrl.
    const bool takes = !s.around.embed || io.KeyCtrl;
    s.out.wants_wheel = s.out.wants_wheel || takes;
    if (takes && io.MouseWheel != 0) zoom_to(s, look_.zoom * std::pow(wheel_step, io.MouseWheel), at);
  }
  const Rect there = s.type.mirror().to_window(map);
  s.out.pinch = {there.x0, there.y0, there.x1, there.y1};
  if (const FrameInput::Pinch fingers = s.pinched(); fingers.factor > 0) {
    speed_ = {};
    zoom_and_carry(s, look_.zoom * fingers.factor, {fingers.from_x, fingers.from_y}, {fingers.x, fingers.y});
  }
  if (ImGui::IsItemActivated()) {
    dragged_ = false;
    speed_ = {};
  }
  const bool drags = hit.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 5) && look_.zoom > 1;
  if (drags) {
    drag_map(s);
  } else {
    if (dragged_ && !hit.held && moved_at_ > 0) {
      if (std::hypot(speed_.x, speed_.y) < glide_begin || s.motion.now() - moved_at_ > 0.1) speed_ = {};
      moved_at_ = -1;
    }
    glide(s);
  }
  if (!drags && (hit.hovered || hit.held) && map.contains(at)) {
    const LargeWindow now = window(s);
    const Cell cell{now.row_at(at.y), now.column_at(at.x)};
    s.out.cursor = "crosshair";
    if (!s.around.touch && !s.memory.keys_rule) hovered_ = cell;
    if (hit.clicked && !hit.by_key && !dragged_) {
      const bool again = look_.cell == cell && !s.around.touch;
      look_.cell = again ? std::nullopt : std::optional(cell);
      s.command(explorer::LookLarge{.cell = look_.cell});
    }
  }
  // A patch hovered on the picture is a query: its row is followed.
  if (!hovered_ && pointed_patch_ && *pointed_patch_ < state(s).setup.tokens && of_patches(s))
    hovered_ = Cell{*pointed_patch_, look_.cell ? look_.cell->second : *pointed_patch_};
  pointed_patch_.reset();
  if (s.focus.has("large-map") && !s.typing()) keys(s);
  brush(s);
}

// Arrows go from cell to cell, or by as many cells as a pixel covers, and scroll the map along; with Shift they move
// the map.
void LargeFigure::keys(Screen& s) {
  const Point middle = layout_.map.middle();
  for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters) {
    if (typed == '+' || typed == '=') zoom_to(s, look_.zoom * button_step, middle);
    if (typed == '-') zoom_to(s, look_.zoom / button_step, middle);
    if (typed == '0') zoom_to(s, 1, middle);
  }
  s.ring(layout_.map, 2);
  const std::size_t tokens_here = state(s).setup.tokens;
  const bool moves_map = ImGui::GetIO().KeyShift;
  const auto arrow = [&](ImGuiKey key, bool can) {
    return static_cast<int>(s.takes(key, moves_map || !look_.cell || can));
  };
  const std::size_t at_row = look_.cell ? look_.cell->first : 0, at_column = look_.cell ? look_.cell->second : 0;
  const int down = arrow(ImGuiKey_DownArrow, at_row + 1 < tokens_here) - arrow(ImGuiKey_UpArrow, at_row > 0);
  const int right = arrow(ImGuiKey_RightArrow, at_column + 1 < tokens_here) - arrow(ImGuiKey_LeftArrow, at_column > 0);
  const bool home = s.takes(ImGuiKey_Home), end = s.takes(ImGuiKey_End);
  s.says(true, s.text("large.title"), "role.table", s.joined({s.digits(tokens_here), " × ", s.digits(tokens_here)}));
  if (moves_map) {
    const double eighth = layout_.map.width() / 8.0;
    pan_by(s, eighth * right, eighth * down);
    return;
  }
  if (down == 0 && right == 0 && !home && !end && !s.pressed(ImGuiKey_Enter, false)) return;
  const LargeWindow now = window(s);
  const auto tokens = static_cast<std::ptrdiff_t>(now.tokens);
  Cell cell = look_.cell.value_or(Cell{now.row_at(middle.y), now.column_at(middle.x)});
  if (look_.cell) {
    const auto by = static_cast<std::ptrdiff_t>(large_factor(now, s.pen.ratio()));
    const auto moved_to = [&](std::size_t from, int step) {
      return static_cast<std::size_t>(
          std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(from) + step * by, 0, tokens - 1));
    };
    cell = {moved_to(cell.first, down), moved_to(cell.second, right)};
    if (home) cell.second = 0;
    if (end) cell.second = large(s).map().keys_of(cell.first) - 1;
  }
  s.focus.show();
  s.memory.keys_rule = true;
  look_.cell = cell;
  s.command(explorer::LookLarge{.cell = look_.cell});
  bring(s, cell);
}

// A drag along the row labels selects rows to compare.
void LargeFigure::brush(Screen& s) {
  const Hit hit = s.hit("large-brush", layout_.row_labels, false);
  if (hit.hovered || hit.held) s.out.cursor = "ns-resize";
  if (hit.hovered && !hit.held) s.item_tip(s.text("large.brush"));
  const LargeWindow now = window(s);
  const std::size_t row = now.row_at(std::clamp(s.pointer().y, now.seen.y0, now.seen.y1 - 0.5f));
  if (ImGui::IsItemActivated()) {
    brush_from_ = row;
    brushing_ = true;
  }
  if (!hit.held) {
    // A mere click follows the row.
    if (brushing_ && hit.clicked && row == brush_from_ && !look_.brush) go_to(s, row);
    brushing_ = false;
    return;
  }
  if (!brushing_ || (row == brush_from_ && !look_.brush)) return;
  std::optional<Cell> rows;
  if (row != brush_from_) rows = Cell{std::min(row, brush_from_), std::max(row, brush_from_)};
  if (rows == look_.brush) return;
  look_.brush = rows;
  s.command(explorer::LookLarge{.brush = rows});
}

}  // namespace ui
