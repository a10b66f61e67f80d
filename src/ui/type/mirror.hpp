// The one switch to a layout from right to left. Panels are laid out and drawn from left to right in any language; only
// where positions of the layout become positions of the window, in Pen, Type and Screen, are they reflected if the
// language is written from right to left. What has an order of its own is a Block: its place is reflected, its inside is
// not. Such are figures, matrices, formulae and lines of text, which Unicode's bidirectional algorithm has ordered.
#pragma once

#include <utility>

#include "ui/geometry.hpp"

namespace ui {

class Mirror {
 public:
  void begin(bool right_to_left, float width) {  // once a frame; width of the window, CSS px
    width_ = width;
    way_ = {right_to_left, 0};
  }
  bool reflects() const { return way_.reflects; }  // false in a block

  float x(float of_layout) const { return way_.reflects ? width_ - of_layout : of_layout + way_.shift; }
  Point to_window(Point p) const { return {x(p.x), p.y}; }
  Rect to_window(Rect r) const {
    return way_.reflects ? Rect{width_ - r.x1, r.y0, width_ - r.x0, r.y1} : moved(r, way_.shift, 0);
  }
  float x_in_layout(float of_window) const { return way_.reflects ? width_ - of_window : of_window - way_.shift; }
  Point to_layout(Point p) const { return {x_in_layout(p.x), p.y}; }
  Rect to_layout(Rect r) const { return way_.reflects ? to_window(r) : moved(r, -way_.shift, 0); }

 private:
  struct Way {
    bool reflects = false;
    float shift = 0;  // px added otherwise
  };

 public:
  // While it lives, what lies between x0 and x1 of the layout keeps its order, at the reflected place. No effect within
  // another block.
  class Block {
   public:
    Block(Mirror& mirror, float x0, float x1) : mirror_(mirror), before_(mirror.way_) {
      if (before_.reflects) mirror.way_ = {false, mirror.width_ - x1 - x0};
    }
    Block(Mirror& mirror, Rect r) : Block(mirror, r.x0, r.x1) {}
    ~Block() { mirror_.way_ = before_; }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

   private:
    Mirror& mirror_;
    Way before_;
  };
  // While it lives, positions are those of the window.
  class Window {
   public:
    explicit Window(Mirror& mirror) : mirror_(mirror), before_(std::exchange(mirror.way_, Way{})) {}
    ~Window() { mirror_.way_ = before_; }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

   private:
    Mirror& mirror_;
    Way before_;
  };

 private:
  Way way_;
  float width_ = 0;
};

}  // namespace ui
