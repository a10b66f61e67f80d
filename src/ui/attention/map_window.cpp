// The visible part of a zoomed map, and how many of its labels there is room for.
#include <algorithm>
#include <cmath>

#include "ui/attention/attention_layout.hpp"

namespace ui {

MapWindow map_window(Rect seen, std::size_t rows, std::size_t columns, double zoom, double x, double y) {
  MapWindow out;
  out.seen = seen;
  const auto z = static_cast<float>(std::max(zoom, 1.0));
  const float width = seen.width() * z, height = seen.height() * z;
  out.width = width / static_cast<float>(columns);
  out.height = height / static_cast<float>(rows);
  const auto corner = [](float size, float view, double middle) {
    return std::clamp(size * static_cast<float>(middle) - view / 2, 0.0f, std::max(size - view, 0.0f));
  };
  const float left = corner(width, seen.width(), x), top = corner(height, seen.height(), y);
  out.x = seen.x0 - left;
  out.y = seen.y0 - top;
  const auto first = [](float from, float cell) { return static_cast<std::size_t>(std::max(from / cell, 0.0f)); };
  const auto last = [](float to, float cell, std::size_t most) {
    return std::min(static_cast<std::size_t>(std::ceil(to / cell - 1e-4f)), most);
  };
  out.row0 = std::min(first(top, out.height), rows - 1);
  out.column0 = std::min(first(left, out.width), columns - 1);
  out.row1 = last(top + seen.height(), out.height, rows);
  out.column1 = last(left + seen.width(), out.width, columns);
  return out;
}

MapMiddle middle_for(Rect seen, double zoom, MapMiddle share, Point under) {
  const auto along = [&](double part, double at) {
    const double half = 0.5 / zoom;
    return std::clamp(part + (0.5 - at) / zoom, half, 1 - half);
  };
  return {along(share.x, (under.x - seen.x0) / std::max(seen.width(), 1.0f)),
          along(share.y, (under.y - seen.y0) / std::max(seen.height(), 1.0f))};
}

std::size_t every_label(float pitch, float needs) {
  return static_cast<std::size_t>(std::max(std::ceil(needs / std::max(pitch, 0.01f) - 1e-3f), 1.0f));
}

}  // namespace ui
