// Each icon is a few strokes in grid units; a Stroke joins its points, or runs along an arc.
#include "ui/type/icons.hpp"

#include <array>
#include <initializer_list>
#include <numbers>
#include <optional>

#include "imgui.h"

namespace ui {
namespace {

constexpr float pi = std::numbers::pi_v<float>;

class Strokes {
 public:
  Strokes(const Pen& pen, Point centre, float size, Color color)
      : pen_(pen), scale_(size / 20), origin_{centre.x - size / 2, centre.y - size / 2}, color_(color) {}

  void line(std::initializer_list<Point> points, bool closed = false) {
    count_ = 0;
    for (const Point p : points) add(p);
    stroke(closed);
  }
  void arc(Point centre, float radius, float from, float to) {  // degrees, clockwise from the right
    count_ = 0;
    constexpr int parts = 20;
    for (int i = 0; i <= parts; ++i) {
      const float a = (from + (to - from) * static_cast<float>(i) / parts) * pi / 180;
      add({centre.x + radius * std::cos(a), centre.y + radius * std::sin(a)});
    }
    stroke(false);
  }
  void curve(Point a, Point b, Point c, Point d) {
    count_ = 0;
    constexpr int parts = 12;
    for (int i = 0; i <= parts; ++i) {
      const float t = static_cast<float>(i) / parts, u = 1 - t;
      const auto along = [&](float p, float q, float r, float s) {
        return u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
      };
      add({along(a.x, b.x, c.x, d.x), along(a.y, b.y, c.y, d.y)});
    }
    stroke(false);
  }
  void dot(Point at, float radius) { pen_.disc(place(at), radius * scale_, color_); }

 private:
  Point place(Point p) const { return {origin_.x + p.x * scale_, origin_.y + p.y * scale_}; }
  void add(Point p) {
    if (count_ < at_.size()) at_[count_++] = place(p);
  }
  void stroke(bool closed) {
    pen_.path(at_.data(), static_cast<int>(count_), color_, width, closed);
    if (closed || color_ >> 24 != 0xFF || pen_.alpha() < 1) return;
    pen_.disc(at_.front(), width / 2, color_);
    pen_.disc(at_[count_ - 1], width / 2, color_);
  }

  static constexpr float width = 1.5f;
  const Pen& pen_;
  float scale_;
  Point origin_;
  Color color_;
  std::array<Point, 24> at_;  // enough for every icon
  std::size_t count_ = 0;
};

// Whether it points the way in which one reads, so that it is reflected where that is from right to left.
bool points_onward(Icon icon) {
  return icon == Icon::left || icon == Icon::right || icon == Icon::undo || icon == Icon::redo || icon == Icon::play ||
         icon == Icon::external;
}

}  // namespace

// Long, as each icon is a case of its own, drawn in a line or two.
// NOLINTNEXTLINE(readability-function-size)
void draw_icon(const Pen& pen, Icon icon, Point centre, Color color, float size) {
  std::optional<Mirror::Block> kept;
  if (!points_onward(icon)) kept.emplace(pen.mirror(), centre.x - size / 2, centre.x + size / 2);
  Strokes s(pen, centre, size, color);
  switch (icon) {
    case Icon::none: break;
    case Icon::undo:
      s.line({{7, 4.5f}, {3, 8.5f}, {7, 12.5f}});
      s.line({{3, 8.5f}, {12.5f, 8.5f}});
      s.arc({12.5f, 12.25f}, 3.75f, -90, 90);
      s.line({{12.5f, 16}, {9, 16}});
      break;
    case Icon::redo:
      s.line({{13, 4.5f}, {17, 8.5f}, {13, 12.5f}});
      s.line({{17, 8.5f}, {7.5f, 8.5f}});
      s.arc({7.5f, 12.25f}, 3.75f, -90, -270);
      s.line({{7.5f, 16}, {11, 16}});
      break;
    case Icon::sun:
      s.arc({10, 10}, 3.6f, 0, 360);
      for (int i = 0; i < 8; ++i) {
        const float a = static_cast<float>(i) * pi / 4, x = std::cos(a), y = std::sin(a);
        s.line({{10 + 6.3f * x, 10 + 6.3f * y}, {10 + 8.3f * x, 10 + 8.3f * y}});
      }
      break;
    case Icon::moon:
      s.arc({9.6f, 10.4f}, 7, 20, 250);
      s.curve({16.2f, 12.8f}, {11.5f, 14.6f}, {5.6f, 9}, {7.2f, 3.8f});
      break;
    case Icon::book:
      s.line({{10, 5}, {10, 16.5f}});
      s.line({{10, 5},
              {8.6f, 3.6f},
              {2, 3.6f},
              {2, 14.8f},
              {8, 14.8f},
              {10, 16.5f},
              {12, 14.8f},
              {18, 14.8f},
              {18, 3.6f},
              {11.4f, 3.6f},
              {10, 5}});
      break;
    case Icon::share:
      s.line({{10, 12.5f}, {10, 2.5f}});
      s.line({{6.3f, 6}, {10, 2.4f}, {13.7f, 6}});
      s.line({{6, 9}, {3.5f, 9}, {3.5f, 17.5f}, {16.5f, 17.5f}, {16.5f, 9}, {14, 9}});
      break;
    case Icon::code:
      s.line({{6.2f, 5}, {1.5f, 10}, {6.2f, 15}});
      s.line({{13.8f, 5}, {18.5f, 10}, {13.8f, 15}});
      break;
    case Icon::fullscreen:
      s.line({{2.5f, 7}, {2.5f, 2.5f}, {7, 2.5f}});
      s.line({{13, 2.5f}, {17.5f, 2.5f}, {17.5f, 7}});
      s.line({{17.5f, 13}, {17.5f, 17.5f}, {13, 17.5f}});
      s.line({{7, 17.5f}, {2.5f, 17.5f}, {2.5f, 13}});
      break;
    case Icon::chevron: s.line({{5, 7.5f}, {10, 12.5f}, {15, 7.5f}}); break;
    case Icon::up: s.line({{5, 12.5f}, {10, 7.5f}, {15, 12.5f}}); break;
    case Icon::left:
      s.line({{16, 10}, {4, 10}});
      s.line({{8.6f, 5.2f}, {3.8f, 10}, {8.6f, 14.8f}});
      break;
    case Icon::right:
      s.line({{4, 10}, {16, 10}});
      s.line({{11.4f, 5.2f}, {16.2f, 10}, {11.4f, 14.8f}});
      break;
    case Icon::check: s.line({{4.5f, 10.5f}, {8.3f, 14.2f}, {15.5f, 6.3f}}); break;
    case Icon::restore:
      s.arc({10.4f, 10.6f}, 6.4f, -140, 175);
      s.line({{4.4f, 2.8f}, {4.9f, 7.2f}, {9.2f, 6.8f}});
      break;
    case Icon::menu:
      for (const float y : {4.5f, 10.0f, 15.5f}) s.line({{1.5f, y}, {18.5f, y}});
      break;
    case Icon::dots:
      for (const float x : {2.5f, 10.0f, 17.5f}) s.dot({x, 10}, 1.5f);
      break;
    case Icon::sliders:
      for (const float y : {5.5f, 14.5f}) s.line({{2, y}, {18, y}});
      s.dot({13, 5.5f}, 2.8f);
      s.dot({7, 14.5f}, 2.8f);
      break;
    case Icon::external:
      s.line({{11.5f, 3}, {17, 3}, {17, 8.5f}});
      s.line({{17, 3}, {9.5f, 10.5f}});
      s.line({{8, 3.5f}, {3, 3.5f}, {3, 17}, {16.5f, 17}, {16.5f, 12}});
      break;
    case Icon::plus: s.line({{10, 4}, {10, 16}}); [[fallthrough]];
    case Icon::minus: s.line({{4, 10}, {16, 10}}); break;
    case Icon::play: s.line({{6, 4.5f}, {15.5f, 10}, {6, 15.5f}, {6, 4.5f}}); break;
    case Icon::close:
      s.line({{5, 5}, {15, 15}});
      s.line({{15, 5}, {5, 15}});
      break;
    case Icon::eye:
      s.curve({1.5f, 10}, {5, 3.5f}, {15, 3.5f}, {18.5f, 10});
      s.curve({1.5f, 10}, {5, 16.5f}, {15, 16.5f}, {18.5f, 10});
      s.arc({10, 10}, 2.6f, 0, 360);
      break;
    case Icon::question:
      s.arc({10, 10}, 7.5f, 0, 360);
      s.curve({7.4f, 8}, {7.4f, 4.2f}, {12.8f, 4.4f}, {12.6f, 8});
      s.curve({12.6f, 8}, {12.4f, 9.8f}, {10, 9.8f}, {10, 11.8f});
      s.line({{10, 14}, {10, 14.6f}});
      break;
    case Icon::globe:
      s.arc({10, 10}, 7.5f, 0, 360);
      s.line({{2.5f, 10}, {17.5f, 10}});
      s.curve({10, 2.5f}, {5.2f, 6.5f}, {5.2f, 13.5f}, {10, 17.5f});
      s.curve({10, 2.5f}, {14.8f, 6.5f}, {14.8f, 13.5f}, {10, 17.5f});
      break;
    case Icon::names:
      s.line({{2.5f, 3.5f}, {17.5f, 3.5f}, {17.5f, 16.5f}, {2.5f, 16.5f}}, true);
      s.line({{2.5f, 8}, {17.5f, 8}});
      s.line({{8, 3.5f}, {8, 16.5f}});
      break;
    case Icon::pencil:
      s.line({{3.5f, 16.5f}, {4.5f, 12.5f}, {13.5f, 3.5f}, {16.5f, 6.5f}, {7.5f, 15.5f}}, true);
      s.line({{11.5f, 5.5f}, {14.5f, 8.5f}});
      break;
    case Icon::projector:  // a screen on its stand
      s.line({{1.5f, 3}, {18.5f, 3}});
      s.line({{3.5f, 3}, {3.5f, 12.5f}, {16.5f, 12.5f}, {16.5f, 3}});
      s.line({{6.5f, 17.5f}, {10, 12.5f}, {13.5f, 17.5f}});
      break;
    case Icon::pause:
      for (const float x : {6.5f, 13.5f}) s.line({{x, 4.5f}, {x, 15.5f}});
      break;
    case Icon::stop: s.line({{5, 5}, {15, 5}, {15, 15}, {5, 15}}, true); break;
    case Icon::lecture:  // a screen that plays
      s.line({{2, 3.5f}, {18, 3.5f}, {18, 16.5f}, {2, 16.5f}}, true);
      s.line({{8, 6.8f}, {13, 10}, {8, 13.2f}, {8, 6.8f}});
      break;
  }
}

void draw_mark(const Pen& pen, const Theme& theme, Point c) {
  using graph::Family;
  const float y = c.y + 6, width = 2.4f, reach = 11;
  const Mirror::Block kept(pen.mirror(), c.x - reach, c.x + reach);
  pen.arc({c.x, y - 4.5f}, 8, pi, 2 * pi, theme.role(Family::weights), width);
  for (const float x : {-8.0f, 8.0f}) pen.line({c.x + x, y - 4.5f}, {c.x + x, y}, theme.role(Family::weights), width);
  pen.arc({c.x - 4, y}, 4, pi, 2 * pi, theme.role(Family::query), width);
  pen.arc({c.x + 4, y}, 4, pi, 2 * pi, theme.role(Family::key), width);
  for (const float x : {-8.0f, 0.0f, 8.0f}) pen.disc({c.x + x, y}, 2.7f, theme.text);
}

}  // namespace ui
