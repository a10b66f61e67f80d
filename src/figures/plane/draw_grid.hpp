// Where a plane of two features lies on the screen, and to which numbers a dragged tip snaps. Draws nothing.
#pragma once

#include <algorithm>
#include <cmath>

#include "ui/geometry.hpp"

namespace ui {

inline float distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

// The part of the plane that must be visible, in its own units; the origin always is.
struct PlaneRange {
  double x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  void add(double x, double y) {
    x0 = std::min(x0, x);
    x1 = std::max(x1, x);
    y0 = std::min(y0, y);
    y1 = std::max(y1, y);
  }
};

struct PlaneGrid {
  Rect where;
  Point origin;
  float unit = 1;  // px

  Point at(double x, double y) const {
    return {origin.x + static_cast<float>(x) * unit, origin.y - static_cast<float>(y) * unit};
  }
  double x_of(Point point) const { return static_cast<double>((point.x - origin.x) / unit); }
  double y_of(Point point) const { return static_cast<double>((origin.y - point.y) / unit); }
  // Grid lines are this many units apart.
  int line_step() const {
    constexpr float least = 24;
    int step = 1;
    for (int next = 2; static_cast<float>(step) * unit < least; next = next == 2 ? 5 : 2)
      step = next == 2 ? step * 2 : step / 2 * 5;
    return step;
  }
};

// The whole range with a margin on all sides to drag into, one scale in both directions.
inline PlaneGrid fitted(Rect where, const PlaneRange& range) {
  constexpr double margin = 0.8, least = 3;
  const float largest_unit = where.width() > 560 ? 96 : 64;
  const auto widened = [](double& from, double& to) {
    from -= margin;
    to += margin;
    const double missing = std::max(least - (to - from), 0.0);
    from -= missing / 2;
    to += missing / 2;
  };
  double x0 = range.x0, x1 = range.x1, y0 = range.y0, y1 = range.y1;
  widened(x0, x1);
  widened(y0, y1);
  const auto wide = static_cast<float>(x1 - x0), high = static_cast<float>(y1 - y0);
  PlaneGrid grid{where, {}, std::max(std::min({where.width() / wide, where.height() / high, largest_unit}), 1e-3f)};
  grid.origin = {where.middle_x() - static_cast<float>(x0 + x1) / 2 * grid.unit,
                 where.middle_y() + static_cast<float>(y0 + y1) / 2 * grid.unit};
  return grid;
}

// Tenths, and whole numbers from a little farther off; hundredths where a finer step is wanted.
inline double snapped_to_grid(double value, bool fine) {
  constexpr double near_whole = 0.08;
  double to = std::round(value * 10) / 10;
  if (fine) to = std::round(value * 100) / 100;
  else if (std::abs(value - std::round(value)) < near_whole) to = std::round(value);
  return to == 0 ? 0 : to;  // not −0
}

}  // namespace ui
