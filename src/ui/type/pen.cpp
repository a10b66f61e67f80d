// A wrapper of ImDrawList. Outlines lie inside their rectangle, so that adjacent panels share no pixel.
#include "ui/type/pen.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <utility>

#include "imgui.h"
#include "imgui_internal.h"

namespace ui {
namespace {

ImVec2 v(Point p) { return {p.x, p.y}; }

std::vector<Point> on_window(const Mirror& mirror, std::span<const Point> points) {
  std::vector<Point> out;
  for (const Point& point : points) out.push_back(mirror.to_window(point));
  return out;
}

Rect bounds_of(std::span<const Point> points) {
  Rect all{points.front().x, points.front().y, points.front().x, points.front().y};
  for (const Point& p : points)
    all = {std::min(all.x0, p.x), std::min(all.y0, p.y), std::max(all.x1, p.x), std::max(all.y1, p.y)};
  return all;
}

std::string data_of(std::span<const Point> points, bool closed) {
  std::string data;
  add_points(data, 'M', points.first(1));
  if (points.size() > 1) add_points(data, 'L', points.subspan(1));
  if (closed) data += 'Z';
  return data;
}

}  // namespace

std::vector<PixelRun> runs_of(std::span<const Color> pixels, std::size_t columns) {
  std::vector<PixelRun> out;
  std::size_t before = 0;  // the first run of the row above
  for (std::size_t row = 0; columns > 0 && row < pixels.size() / columns; ++row) {
    const auto line = pixels.subspan(row * columns, columns);
    if (row > 0 && std::ranges::equal(line, pixels.subspan((row - 1) * columns, columns))) {
      for (std::size_t i = before; i < out.size(); ++i) ++out[i].rows;
      continue;
    }
    before = out.size();
    for (std::size_t from = 0, to = 0; from < columns; from = to) {
      for (to = from + 1; to < columns && line[to] == line[from];) ++to;
      if (line[from] >> 24 != 0)
        out.push_back({static_cast<std::uint16_t>(row), 1, static_cast<std::uint16_t>(from),
                       static_cast<std::uint16_t>(to), line[from]});
    }
  }
  return out;
}

void Pen::pixels(Point corner, float pixel, std::span<const PixelRun> runs) const {
  float columns = 0;
  if (mirror().reflects())
    for (const PixelRun& run : runs) columns = std::max(columns, static_cast<float>(run.to));
  const Mirror::Block map(mirror(), corner.x, corner.x + columns * pixel);
  if (Svg* svg = type_->svg()) return svg->pixels(list_, mirror().to_window(corner), pixel, runs);
  for (const PixelRun& run : runs)
    fill(snapped(Rect{corner.x + pixel * run.from, corner.y + pixel * run.row, corner.x + pixel * run.to,
                      corner.y + pixel * static_cast<float>(run.row + run.rows)}),
         run.color);
}

void Pen::turned_text(Point at, std::string_view words, Font font, Color color, float angle) const {
  if (Svg* svg = type_->svg()) {
    svg->turn_texts(angle);
    text(at, words, font, color);
    return svg->turn_texts(0);
  }
  const Mirror::Block from_here(mirror(), at.x, at.x);
  const int from = list_->VtxBuffer.Size;
  text(at, words, font, color);
  at = mirror().to_window(at);
  const float along = std::cos(angle), up = std::sin(angle);
  for (int i = from; i < list_->VtxBuffer.Size; ++i) {
    ImVec2& place = list_->VtxBuffer[i].pos;
    const float x = place.x - at.x, y = place.y - at.y;
    place = {at.x + x * along + y * up, at.y - x * up + y * along};
  }
}

void Pen::fill(Rect r, Color color, float radius) const {
  if (r.empty()) return;
  r = mirror().to_window(r);
  if (Svg* svg = type_->svg()) svg->rect(list_, r, shade(color), radius);
  list_->AddRectFilled({r.x0, r.y0}, {r.x1, r.y1}, shade(color), radius);
  if (shade(color) >> 24 == 0xFF) type_->cover(r);
}

void Pen::fill_top(Rect r, Color color, float radius) const {
  r = mirror().to_window(r);
  if (Svg* svg = type_->svg()) {
    svg->rect(list_, r, shade(color), radius);
    svg->rect(list_, {r.x0, r.y0 + radius, r.x1, r.y1}, shade(color), 0);
  }
  list_->AddRectFilled({r.x0, r.y0}, {r.x1, r.y1}, shade(color), radius, ImDrawFlags_RoundCornersTop);
}

void Pen::outline(Rect r, Color color, float width, float radius) const {
  if (r.empty()) return;
  const float half = width / 2;
  r = mirror().to_window(r);
  if (Svg* svg = type_->svg()) svg->rect(list_, grown(r, -half), shade(color), std::max(radius - half, 0.0f), width);
  list_->PathRect({r.x0 + half, r.y0 + half}, {r.x1 - half, r.y1 - half}, std::max(radius - half, 0.0f));
  list_->PathStroke(shade(color), ImDrawFlags_Closed, width);
}

void Pen::panel(Rect r, Color inside, Color border, float radius) const {
  const Rect on = snapped(r);
  fill(on, inside, radius);
  outline(on, border, 1, radius);
}

void Pen::across(float x0, float x1, float y, Color color, float width) const {
  const float top = snapped(y);
  fill({x0, top, x1, top + width}, color);
}

void Pen::down(float x, float y0, float y1, Color color, float width) const {
  const float left = snapped(x);
  fill({left, y0, left + width, y1}, color);
}

void Pen::line(Point a, Point b, Color color, float width) const {
  const Point points[] = {a, b};
  path(points, 2, color, width);
}

void Pen::path(const Point* points, int count, Color color, float width, bool closed) const {
  const std::span<const Point> all(points, static_cast<std::size_t>(count));
  if (Svg* svg = type_->svg(); svg != nullptr && count > 0) {
    const std::vector<Point> there = on_window(mirror(), all);
    svg->path(list_, data_of(there, closed), bounds_of(there), shade(color), width);
  }
  for (const Point& point : all) list_->PathLineTo(v(mirror().to_window(point)));
  list_->PathStroke(shade(color), closed ? ImDrawFlags_Closed : ImDrawFlags_None, width);
}

void Pen::curve(Point a, Point b, Point c, Point d, Color color, float width, int pieces) const {
  for (Point* point : {&a, &b, &c, &d}) *point = mirror().to_window(*point);
  if (Svg* svg = type_->svg()) {
    const Point ends[] = {a, b, c, d};
    std::string data;
    add_points(data, 'M', std::span(ends).first(1));
    add_points(data, 'C', std::span(ends).subspan(1));
    svg->path(list_, data, bounds_of(ends), shade(color), width);
  }
  list_->PathLineTo(v(a));
  list_->PathBezierCubicCurveTo(v(b), v(c), v(d), pieces);
  list_->PathStroke(shade(color), ImDrawFlags_None, width);
}

void Pen::arc(Point centre, float radius, float from, float to, Color color, float width) const {
  centre = mirror().to_window(centre);
  constexpr float half_turn = std::numbers::pi_v<float>;
  if (mirror().reflects()) from = half_turn - from, to = half_turn - to;
  if (Svg* svg = type_->svg()) {
    constexpr std::size_t pieces = 32;
    std::array<Point, pieces + 1> points;
    for (std::size_t i = 0; i <= pieces; ++i) {
      const float angle = mix(from, to, static_cast<float>(i) / pieces);
      points[i] = {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
    }
    svg->path(list_, data_of(points, false), bounds_of(points), shade(color), width);
  }
  list_->PathArcTo(v(centre), radius, from, to, radius > 60 ? 40 : 24);
  list_->PathStroke(shade(color), ImDrawFlags_None, width);
}

void Pen::ribbon(Point from, float width_from, Point to, float width_to, Color color, float grown) const {
  band(from, width_from, to, width_to, color, grown, false);
}

void Pen::ribbon_down(Point from, float width_from, Point to, float width_to, Color color, float grown) const {
  band({from.y, from.x}, width_from, {to.y, to.x}, width_to, color, grown, true);
}

// turned: x and y are exchanged.
void Pen::band(Point from, float width_from, Point to, float width_to, Color color, float grown, bool turned) const {
  if (grown <= 0) return;
  constexpr int pieces = 28;
  constexpr float bend = 0.48f;  // of the span, for the control points
  std::array<ImVec2, pieces + 1> above, below;
  for (int i = 0; i <= pieces; ++i) {
    const float t = grown * static_cast<float>(i) / pieces, u = 1 - t;
    const float late = t * t * (3 - 2 * t);  // of a cubic with level ends
    const float x = from.x + (to.x - from.x) * (3 * u * u * t * bend + 3 * u * t * t * (1 - bend) + t * t * t);
    const float y = mix(from.y, to.y, late), half = mix(width_from, width_to, late) / 2;
    above[static_cast<std::size_t>(i)] = v(mirror().to_window(turned ? Point{y + half, x} : Point{x, y - half}));
    below[static_cast<std::size_t>(i)] = v(mirror().to_window(turned ? Point{y - half, x} : Point{x, y + half}));
  }
  const Color ink = shade(color);
  if (Svg* svg = type_->svg()) {
    std::array<Point, 2 * (pieces + 1)> around;
    for (std::size_t i = 0; i <= pieces; ++i) {
      around[i] = {above[i].x, above[i].y};
      around[2 * pieces + 1 - i] = {below[i].x, below[i].y};
    }
    svg->path(list_, data_of(around, true), bounds_of(around), ink);
  }
  if (std::max(width_from, width_to) <= 1.5f) {
    for (std::size_t i = 0; i <= pieces; ++i) above[i] = {(above[i].x + below[i].x) / 2, (above[i].y + below[i].y) / 2};
    return list_->AddPolyline(above.data(), pieces + 1, ink, ImDrawFlags_None, std::max(width_from, width_to));
  }
  const ImVec2 solid = list_->_Data->TexUvWhitePixel;
  list_->PrimReserve(6 * pieces, 2 * (pieces + 1));
  const unsigned first = list_->_VtxCurrentIdx;
  for (std::size_t i = 0; i <= pieces; ++i) {
    list_->PrimWriteVtx(above[i], solid, ink);
    list_->PrimWriteVtx(below[i], solid, ink);
  }
  for (unsigned i = 0; i < pieces; ++i)
    for (const unsigned corner : {0u, 1u, 3u, 0u, 3u, 2u})
      list_->PrimWriteIdx(static_cast<ImDrawIdx>(first + 2 * i + corner));
  // Its edges, smooth.
  list_->AddPolyline(above.data(), pieces + 1, ink, ImDrawFlags_None, 1);
  list_->AddPolyline(below.data(), pieces + 1, ink, ImDrawFlags_None, 1);
}

void Pen::convex(std::span<const Point> points, Color color) const {
  if (Svg* svg = type_->svg()) {
    const std::vector<Point> all = on_window(mirror(), points);
    svg->path(list_, data_of(all, true), bounds_of(all), shade(color));
  }
  // Reflected points run the other way round, which ImGui's smooth edges do not expect.
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[mirror().reflects() ? points.size() - 1 - i : i];
    list_->PathLineTo(v(mirror().to_window(point)));
  }
  list_->PathFillConvex(shade(color));
}

void Pen::disc(Point centre, float radius, Color color) const {
  centre = mirror().to_window(centre);
  const int corners = radius > 12 ? 48 : radius * ratio() > 3 ? 28 : 8;  // discs also cap the strokes of icons
  if (Svg* svg = type_->svg()) svg->circle(list_, centre, radius, shade(color));
  list_->AddCircleFilled(v(centre), radius, shade(color), corners);
}

void Pen::circle(Point centre, float radius, Color color, float width) const {
  centre = mirror().to_window(centre);
  if (Svg* svg = type_->svg()) svg->circle(list_, centre, radius, shade(color), width);
  list_->AddCircle(v(centre), radius, shade(color), radius > 12 ? 48 : 28, width);
}

void Pen::across_blend(Rect r, Color left, Color right) const {
  if (mirror().reflects()) std::swap(left, right);
  r = mirror().to_window(r);
  const Color a = shade(left), b = shade(right);
  if (Svg* svg = type_->svg()) svg->blend(list_, r, a, b, false);
  list_->AddRectFilledMultiColor({r.x0, r.y0}, {r.x1, r.y1}, a, b, b, a);
}

void Pen::down_blend(Rect r, Color top, Color bottom) const {
  r = mirror().to_window(r);
  const Color a = shade(top), b = shade(bottom);
  if (Svg* svg = type_->svg()) svg->blend(list_, r, a, b, true);
  list_->AddRectFilledMultiColor({r.x0, r.y0}, {r.x1, r.y1}, a, a, b, b);
}

float Pen::text(Point baseline, std::string_view text, Font font, Color color) const {
  const float end = type_->draw(list_, {snapped(baseline.x), baseline.y}, text, font, shade(color));
  note_text({baseline.x, baseline.y - 0.76f * font.size, end, baseline.y + 0.22f * font.size});
  return end;
}

float Pen::text_in(Rect r, std::string_view words, Font font, Color color, Align align) const {
  float x = r.x0;
  if (align != Align::left) {
    const float spare = r.width() - type_->width(words, font) + font.tracking;
    x += align == Align::right ? spare : spare / 2;
  }
  return text({x, centred(r.middle_y(), font.size)}, words, font, color);
}

void Pen::clip(Rect r) const {
  r = mirror().to_window(r);
  list_->PushClipRect({r.x0, r.y0}, {r.x1, r.y1}, true);
}
void Pen::unclip() const { list_->PopClipRect(); }

}  // namespace ui
