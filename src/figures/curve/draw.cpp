// Lines over one axis: a loss over the values tried for one weight. Pointing at it, or going along it with arrow keys, shows
// the numbers at one place; a click explains the number of the nearest line.
#include <algorithm>
#include <array>
#include <cmath>

#include "figures/curve/view.hpp"
#include "figures/drawings.hpp"
#include "imgui.h"
#include "ui/figures/height_label.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::CurveView;

constexpr float head_height = 24, foot_height = 30, tick_height = 20, side = 52;
constexpr float line_name_size = label_size + 2;
constexpr std::size_t most_places = 512;

struct Extent {
  float least = 0, most = 0;
  void take(float value) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

// 1, 2 or 5 times a power of ten: about `wanted` lines fit between.
float step_of(const Extent& range, float wanted) {
  const float rough = std::max((range.most - range.least) / wanted, 1e-6f);
  const float power = std::pow(10.0f, std::floor(std::log10(rough)));
  const float share = rough / power;
  return power * (share <= 1 ? 1.0f : share <= 2 ? 2.0f : share <= 5 ? 5.0f : 10.0f);
}

class Plot {
 public:
  Plot(Screen& screen, Rect area, const CurveView& curve)
      : s_(screen), curve_(curve), in_{area.x0 + side, area.y0 + head_height, area.x1 - 12, area.y1 - foot_height} {
    x_ = {curve.over.values.front(), curve.over.values.front()};
    for (const float value : curve.over.values) x_.take(value);
    for (const CurveView::Line& line : curve.lines)
      for (const float value : line.values) y_.take(value);
    for (const explorer::NumberView& mark : curve.marks) y_.take(mark.value);
    if (curve.point && (*curve.point)[1].shown) {
      x_.take((*curve.point)[0].value);
      y_.take((*curve.point)[1].value);
    }
    const float room = (y_.most - y_.least) * 0.04f;
    y_.most += std::max(room, 1e-6f);
    if (y_.least < 0) y_.least -= room;
  }

  void draw() {
    if (in_.height() < 40 || in_.width() < 80) return;
    drag_point();  // before the curve, which lies below it
    const Hit hit = s_.hit("curve", in_);
    const std::optional<std::size_t> told = told_place(hit);
    draw_grid();
    for (const explorer::NumberView& mark : curve_.marks) draw_mark(mark);
    for (const CurveView::Line& line : curve_.lines) draw_line(line);
    if (has_point()) draw_point();
    if (told) tell(*told, hit);
    draw_head(told);
    if (hit.focused) s_.ring(in_, 2);
  }

 private:
  float x_at(float value) const {
    return in_.x0 + in_.width() * (value - x_.least) / std::max(x_.most - x_.least, 1e-6f);
  }
  float y_at(float value) const { return in_.y1 - in_.height() * (value - y_.least) / (y_.most - y_.least); }
  Color ink(graph::Role role) const { return s_.theme.role(role); }

  // Sets the parameter that is the place of the ring, if the step has its control.
  void drag_point() const {
    const auto control = std::ranges::find(s_.view.controls, curve_.moved_by, &explorer::ControlView::name);
    if (!has_point() || control == s_.view.controls.end() || !control->off.empty()) return;
    const auto* value = std::get_if<double>(&control->value);
    if (!value) return;
    const Point at = point();
    const float reach = s_.touch() ? 22.0f : 12.0f;
    if (const auto slid =
            drag_along(s_, "curve:ring", grown(box(at.x, at.y, 0, 0), reach), x_at(static_cast<float>(control->least)),
                       x_at(static_cast<float>(control->most)), {control->least, control->most, control->step}, *value))
      s_.command(explorer::SetParameter{control->name, slid->value, slid->continues});
  }

  std::optional<std::size_t> told_place(const Hit& hit) {
    const auto& places = curve_.over.values;
    int& at = s_.memory.roving[motion_key("curve")];
    const int last = static_cast<int>(places.size()) - 1;
    at = std::clamp(at, 0, last);
    if (hit.focused) {
      if (s_.takes(ImGuiKey_LeftArrow, at > 0)) --at;
      if (s_.takes(ImGuiKey_RightArrow, at < last)) ++at;
      if (s_.takes(ImGuiKey_Home, at > 0)) at = 0;
      if (s_.takes(ImGuiKey_End, at < last)) at = last;
      s_.says(true, graph::plain(curve_.lines.front().tensor.symbol), "role.curve",
              words_at(static_cast<std::size_t>(at)));
      if (s_.focus.visible()) return static_cast<std::size_t>(at);
    }
    if (!hit.hovered) return std::nullopt;
    const auto nearer = [&](float a, float b) {
      return std::abs(x_at(a) - s_.pointer().x) < std::abs(x_at(b) - s_.pointer().x);
    };
    return static_cast<std::size_t>(std::ranges::min_element(places, nearer) - places.begin());
  }

  // "W_q[1, 1] = 1.10: L 1.40"
  std::string_view words_at(std::size_t place) const {
    std::string words = graph::plain(curve_.over.tensor.symbol) + " = " + curve_.over.texts[place] + ":";
    for (const CurveView::Line& line : curve_.lines)
      words += " " + graph::plain(line.tensor.symbol) + " " + line.texts[place] + ",";
    words.pop_back();
    return s_.joined({words});
  }

  void draw_grid() const {
    const Font note{Face::regular, note_size};
    s_.pen.across(in_.x0, in_.x1, in_.y1, s_.theme.line2);
    s_.pen.down(in_.x0, in_.y0, in_.y1, s_.theme.line2);
    const float high = step_of(y_, std::max(in_.height() / 44, 1.0f)),
                wide = step_of(x_, std::max(in_.width() / 90, 1.0f));
    for (float y = std::ceil(y_.least / high) * high; y <= y_.most; y += high) {
      if (y != y_.least) s_.pen.across(in_.x0, in_.x1, s_.pen.snapped(y_at(y)), s_.theme.line);
      s_.pen.text_in({in_.x0 - side, y_at(y) - 9, in_.x0 - 8, y_at(y) + 9}, tick(y, high), note, s_.theme.text3,
                     Align::right);
    }
    for (float x = std::ceil(x_.least / wide) * wide; x <= x_.most + wide / 1000; x += wide)
      s_.pen.text_in({x_at(x) - 30, in_.y1 + 2, x_at(x) + 30, in_.y1 + tick_height}, tick(x, wide), note,
                     s_.theme.text3, Align::centre);
  }

  std::string_view tick(float value, float step) const {
    const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-4f)), 0, 4);
    const double shown = std::abs(value) < step / 100 ? 0 : static_cast<double>(value);
    std::array<char, 24> text;
    std::snprintf(text.data(), text.size(), "%.*f", digits, shown);
    std::string words = text.data();
    if (words.starts_with('-')) words.replace(0, 1, "\u2212");
    return s_.joined({words});
  }

  void draw_line(const CurveView::Line& line) const {
    std::array<Point, most_places> points;
    std::size_t count = 0;
    s_.pen.clip(grown(in_, 1));
    const auto flush = [&] {
      if (count > 1) s_.pen.path(points.data(), static_cast<int>(count), ink(line.tensor.role), 2);
      count = 0;
    };
    for (std::size_t i = 0; i < line.values.size(); ++i) {
      if (!std::isfinite(line.values[i])) {
        flush();
        continue;
      }
      if (count == most_places) {
        points[0] = points[count - 1];
        flush();
        count = 1;
      }
      points[count++] = {x_at(curve_.over.values[i]), y_at(line.values[i])};
    }
    flush();
    s_.pen.unclip();
  }

  void draw_mark(const explorer::NumberView& mark) const {
    if (!mark.shown) return;
    const float y = s_.pen.snapped(y_at(mark.value));
    for (float x = in_.x0; x < in_.x1; x += 9)
      s_.pen.across(x, std::min(x + 5, in_.x1), y, faded(ink(mark.role), 0.8f));
    draw_height_label(s_, {in_.x0 + 6, y - 18, in_.x1, y - 1}, mark.symbol, mark.text);
  }

  bool has_point() const { return curve_.point && (*curve_.point)[0].shown && (*curve_.point)[1].shown; }
  Point point() const { return {x_at((*curve_.point)[0].value), y_at((*curve_.point)[1].value)}; }

  void draw_point() const {
    const Point at = point();
    s_.pen.disc(at, 6, s_.theme.bg0);
    s_.pen.circle(at, 5, s_.theme.text, 2);
    s_.mark("curve:point", box(at.x - 6, at.y - 6, 12, 12));
  }

  void tell(std::size_t place, const Hit& hit) {
    const float x = s_.pen.snapped(x_at(curve_.over.values[place]));
    s_.pen.down(x, in_.y0, in_.y1, s_.theme.text3);
    std::optional<graph::CellRef> nearest;
    float least = 1e9f;
    for (const CurveView::Line& line : curve_.lines) {
      if (!std::isfinite(line.values[place])) continue;
      const Point at{x, y_at(line.values[place])};
      s_.pen.disc(at, 4, ink(line.tensor.role));
      const float away = std::abs(s_.pointer().y - at.y);
      if (!nearest || away < least) nearest = graph::CellRef{line.tensor.node, {place}};
      least = std::min(least, away);
    }
    const bool enter = hit.focused && (s_.pressed(ImGuiKey_Enter, false) || s_.pressed(ImGuiKey_Space, false));
    if (!nearest) return;
    if (hit.hovered) s_.out.cursor = "pointer";
    if (hit.clicked || enter) s_.command(explorer::Focus{nearest, true});
  }

  // The names of the lines, or the numbers at a place.
  void draw_head(std::optional<std::size_t> told) const {
    const Font font{Face::medium, label_size};
    float x = in_.x0;
    const float base = s_.type.snapped(centred(in_.y0 - (head_height + 2) / 2, label_size));
    const auto add = [&](const graph::Symbol& symbol, graph::Role role, std::string_view number) {
      const std::vector<TextRun>& name = s_.symbol(symbol, line_name_size, ink(role));
      const float named = s_.type.width(name), gap = number.empty() ? 0.0f : 6.0f;
      const float width = named + gap + s_.type.width(number, font);
      if (x + width > in_.x1) return;
      s_.type.draw(s_.pen.list(), {x, base}, name, s_.pen.alpha());
      s_.pen.text({x + named + gap, base}, number, font, ink(role));
      x += width + 18;
    };
    if (told) add(curve_.over.tensor.symbol, graph::Role::none, curve_.over.texts[*told]);
    for (const CurveView::Line& line : curve_.lines)
      add(line.tensor.symbol, line.tensor.role, told ? std::string_view(line.texts[*told]) : std::string_view());
    if (told) return;
    const std::vector<TextRun>& over = s_.symbol(curve_.over.tensor.symbol, line_name_size, s_.theme.text3);
    const float left = in_.x1 - s_.type.width(over);
    s_.type.draw(s_.pen.list(), {left, base}, over, s_.pen.alpha());
    s_.pen.text_in({in_.x0, in_.y0 - head_height, left - 5, in_.y0 - 2}, "\u2192", {Face::regular, label_size},
                   s_.theme.text3, Align::right);
  }

  Screen& s_;
  const CurveView& curve_;
  Rect in_;
  Extent x_, y_;
};

Rect curve_room(const Screen& s, Rect room) {
  constexpr float low = 460;  // here the numbers below need more of it
  const float wide = room.height() < low ? 0.42f : 0.5f;
  const float share = s.shell == Shell::desktop ? wide : s.shell == Shell::embed ? 0.24f : 0.34f;
  return {room.x0, room.y0, room.x1, room.y0 + std::round(room.height() * share)};
}

void draw_curve_figure(Screen& s, Rect area) { Plot(s, area, *s.view.figure<explorer::CurveView>()).draw(); }

}  // namespace

const FigureDrawing curve_drawing{.room = curve_room, .draw = draw_curve_figure};

}  // namespace ui
