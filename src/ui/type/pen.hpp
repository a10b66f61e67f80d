// Drawing on whole device pixels: fills, outlines, hairlines and curves over an ImDrawList, with a settable alpha that
// dims everything drawn. Takes positions of the layout, which mirror() turns into those of the window.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ui/geometry.hpp"
#include "ui/type/theme.hpp"
#include "ui/type/type.hpp"

struct ImDrawList;

namespace ui {

enum class Align : std::uint8_t { left, centre, right };

// Equal pixels of a heat map: some columns of one or more rows.
struct PixelRun {
  std::uint16_t row = 0, rows = 1, from = 0, to = 0;
  Color color = 0;
};
// Of a map with this many columns, row by row; transparent pixels are left out. Rows that equal the one before share its runs.
std::vector<PixelRun> runs_of(std::span<const Color> pixels, std::size_t columns);

class Pen {
 public:
  Pen(ImDrawList* list, Type& type) : list_(list), type_(&type) {}

  ImDrawList* list() const { return list_; }
  Mirror& mirror() const { return type_->mirror(); }
  float ratio() const { return type_->ratio(); }
  float snapped(float v) const { return type_->snapped(v); }
  Rect snapped(Rect r) const { return {snapped(r.x0), snapped(r.y0), snapped(r.x1), snapped(r.y1)}; }
  float alpha() const { return alpha_; }
  void set_alpha(float alpha) { alpha_ = alpha; }

  void fill(Rect r, Color color, float radius = 0) const;
  void fill_top(Rect r, Color color, float radius) const;                      // upper corners round only
  void outline(Rect r, Color color, float width = 1, float radius = 0) const;  // inside the rectangle
  void panel(Rect r, Color inside, Color border, float radius) const;
  void across(float x0, float x1, float y, Color color, float width = 1) const;  // hairlines on device pixels
  void down(float x, float y0, float y1, Color color, float width = 1) const;
  void line(Point a, Point b, Color color, float width) const;
  // pieces: straight ones, of which the curve is made.
  void curve(Point a, Point b, Point c, Point d, Color color, float width, int pieces = 32) const;
  void arc(Point centre, float radius, float from, float to, Color color, float width) const;  // radians, y down
  void path(const Point* points, int count, Color color, float width, bool closed = false) const;
  void convex(std::span<const Point> points, Color color) const;  // filled
  // A band along a curve that leaves and arrives level; grown: 0 to 1, how much of it is there.
  void ribbon(Point from, float width_from, Point to, float width_to, Color color, float grown = 1) const;
  // The same upright: it leaves and arrives downwards.
  void ribbon_down(Point from, float width_from, Point to, float width_to, Color color, float grown = 1) const;
  void disc(Point centre, float radius, Color color) const;
  void circle(Point centre, float radius, Color color, float width) const;
  // A heat map: pixels of this size from the upper left corner, as runs.
  void pixels(Point corner, float pixel, std::span<const PixelRun> runs) const;
  void across_blend(Rect r, Color left, Color right) const;
  void down_blend(Rect r, Color top, Color bottom) const;

  float text(Point baseline, std::string_view text, Font font, Color color) const;
  // Begins at the left end of its baseline and rises to the right, by this angle in radians.
  void turned_text(Point at, std::string_view words, Font font, Color color, float angle) const;
  // One line in a rectangle, vertically centred.
  float text_in(Rect r, std::string_view words, Font font, Color color, Align align = Align::left) const;

  // Where texts are drawn from now on is noted; nullptr: no longer.
  void note_texts(std::vector<Rect>* places) { places_ = places; }
  void note_text(Rect at) const {
    if (places_ != nullptr) places_->push_back(at);
  }

  void clip(Rect r) const;
  void unclip() const;

 private:
  void band(Point from, float width_from, Point to, float width_to, Color color, float grown, bool turned) const;
  Color shade(Color color) const { return alpha_ >= 1 ? color : faded(color, alpha_); }

  ImDrawList* list_;
  Type* type_;
  float alpha_ = 1;
  std::vector<Rect>* places_ = nullptr;
};

}  // namespace ui
