// Points and rectangles of the interface, in CSS px. Independent of everything else, so that layouts can be computed
// and tested without ImGui.
#pragma once

#include <algorithm>
#include <cmath>

namespace ui {

struct Point {
  float x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

struct Rect {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  float width() const { return x1 - x0; }
  float height() const { return y1 - y0; }
  float middle_x() const { return (x0 + x1) / 2; }
  float middle_y() const { return (y0 + y1) / 2; }
  Point middle() const { return {middle_x(), middle_y()}; }
  bool empty() const { return x1 <= x0 || y1 <= y0; }
  bool contains(Point p) const { return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1; }
  bool operator==(const Rect&) const = default;
};

inline Rect box(float x, float y, float width, float height) { return {x, y, x + width, y + height}; }
inline Rect grown(Rect r, float by) { return {r.x0 - by, r.y0 - by, r.x1 + by, r.y1 + by}; }
inline Rect grown(Rect r, float x, float y) { return {r.x0 - x, r.y0 - y, r.x1 + x, r.y1 + y}; }
inline Rect moved(Rect r, float x, float y) { return {r.x0 + x, r.y0 + y, r.x1 + x, r.y1 + y}; }
inline Rect joined(Rect a, Rect b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}
inline bool overlap(Rect a, Rect b) {
  return !a.empty() && !b.empty() && a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
inline bool within(Rect inner, Rect outer, float slack = 0.5f) {
  return inner.x0 >= outer.x0 - slack && inner.y0 >= outer.y0 - slack && inner.x1 <= outer.x1 + slack &&
         inner.y1 <= outer.y1 + slack;
}
inline float mix(float a, float b, float t) { return a + (b - a) * t; }
inline Rect mix(Rect a, Rect b, float t) {
  return {mix(a.x0, b.x0, t), mix(a.y0, b.y0, t), mix(a.x1, b.x1, t), mix(a.y1, b.y1, t)};
}

}  // namespace ui
