// See large_layout.hpp.
#include "ui/large_map/large_layout.hpp"

#include "ui/shell/metrics.hpp"

namespace ui {
namespace {

constexpr float heads_width = 236, panel_width = 300, least_wide = 1080, least_wide_height = 560;
constexpr float name_line = 44, labels_height = 40, status_height = 24, profile = 64, labels_width = 96;
constexpr float profile_gap = 10,
                profile_over = 8;  // between map and profile; how far the profile's numbers extend over it

}  // namespace

LargeLayout lay_out_large(const LargeSpace& space) {
  LargeLayout out;
  const float w = space.width, h = space.height, top = space.bar + 1;
  out.wide = (space.alone || w >= least_wide) && h >= least_wide_height;
  const bool beside = !out.wide && !space.alone && w > h;  // a low screen: the panel at the right of the map
  const float margin = out.wide ? 24.0f : w < 600 ? 12.0f : 20.0f;
  Rect stage{0, top, w, h};
  if (out.wide && !space.alone) {
    if (space.several_heads) out.heads = {0, top, heads_width, h};
    out.panel = {w - panel_width, top, w, h};
    stage = {out.heads.x1, top, out.panel.x0, h};
  } else if (beside) {
    out.panel = {std::max(w - panel_width, w * 0.5f), top, w, h};
    stage.x1 = out.panel.x0;
  }
  const float labels = out.wide ? labels_width : 52.0f, along = out.wide ? profile : 34.0f;
  const float right = out.wide ? profile + 16 + 76 : profile_gap + along + profile_over;
  // On a phone the panel gets the lower part.
  const float below = out.wide ? along + 26 + status_height + 12 : along + 22 + 40;
  const float room = out.wide || beside || space.alone ? stage.height() : stage.height() * 0.68f;
  const float over = name_line + (out.wide ? 14.0f : 0.0f) + (out.wide ? labels_height : 30.0f);
  const float side =
      std::floor(std::max(std::min(stage.width() - 2 * margin - labels - right, room - over - below), 96.0f));
  const float used = labels + side + right;
  const float x = std::floor(stage.x0 + std::max((stage.width() - used) / 2, margin) + labels);
  const float y = std::floor(stage.y0 + over);
  out.map = box(x, y, side, side);
  out.row_labels = {x - labels, y, x - 6, y + side};
  out.column_labels = {x, y - (out.wide ? labels_height : 30.0f), x + side, y};
  out.title = {x - labels, stage.y0 + (out.wide ? 12.0f : 2.0f), x + side + right, out.column_labels.y0};
  out.title.y1 = out.title.y0 + name_line;
  const float button = space.touch ? touch_target : 34.0f;
  const float zoom_end = out.wide ? out.map.x1 : beside ? stage.x1 - margin : x + side + right;
  out.zoom = {zoom_end - 3 * button - 44, out.title.middle_y() - button / 2, zoom_end,
              out.title.middle_y() + button / 2};
  out.title.x1 = out.zoom.x0 - 12;
  out.row_profile = box(x, out.map.y1 + profile_gap, side, along);
  out.column_profile = box(out.map.x1 + profile_gap, y, along, side);
  out.legend_upright = out.wide;
  if (out.wide) {
    out.legend = box(out.column_profile.x1 + 20, y + 24, 10, std::min(side - 110, 300.0f));
    out.status = {x, out.row_profile.y1 + 12, x + side + right, out.row_profile.y1 + 12 + status_height};
  } else {
    out.legend = {x - labels, out.row_profile.y1 + 6, x + side + right, out.row_profile.y1 + 24};
    out.status = {x - labels, out.legend.y1, x + side + right, out.legend.y1 + 20};
  }
  if (!out.wide && !beside && !space.alone) out.panel = {0, out.status.y1 + 6, w, h};
  return out;
}

std::size_t LargeWindow::place(float at, double from) const {
  const double cells = std::floor((static_cast<double>(at) - from) / cell);
  return static_cast<std::size_t>(std::clamp(cells, 0.0, static_cast<double>(tokens - 1)));
}

large_map::Block LargeWindow::block() const {
  return {row_at(seen.y0), row_at(seen.y1 - 0.01f) + 1, column_at(seen.x0), column_at(seen.x1 - 0.01f) + 1};
}

LargeWindow large_window(Rect seen, std::size_t tokens, double zoom, double x, double y) {
  LargeWindow out;
  out.seen = seen;
  out.tokens = tokens;
  const double side = seen.width() * std::max(zoom, 1.0);
  out.cell = side / static_cast<double>(tokens);
  const auto corner = [&](double middle) {
    return std::clamp(side * middle - seen.width() / 2, 0.0, std::max(side - seen.width(), 0.0));
  };
  out.x = seen.x0 - corner(x);
  out.y = seen.y0 - corner(y);
  return out;
}

std::size_t large_factor(const LargeWindow& window, float ratio) {
  std::size_t factor = 1;
  while (window.cell * ratio * static_cast<double>(factor) < 1 - 1e-6) factor *= 2;
  return factor;
}

std::size_t every_large_label(double cell, float needs) {
  std::size_t every = 1;
  while (cell * static_cast<double>(every) < needs) every *= 2;
  return every;
}

}  // namespace ui
