// The two planes: axes, arrows with their shadows on the line of the query, and the hull with the mixture.
#include <algorithm>
#include <cmath>

#include "figures/plane/draw.hpp"
#include "graph/explain/explanation.hpp"
#include "imgui.h"

namespace ui {
namespace {

using Status = explorer::CellView::Status;

Point between(Point a, Point b, float t) { return {mix(a.x, b.x, t), mix(a.y, b.y, t)}; }
void dashed(const Pen& pen, Point a, Point b, Color color, float width, float dash, float space) {
  const float length = distance(a, b);
  for (float at = 0; at < length; at += dash + space)
    pen.line(between(a, b, at / length), between(a, b, std::min(at + dash, length) / length), color, width);
}

void triangle(const Pen& pen, Point a, Point b, Point c, Color color) {
  const Point corners[] = {a, b, c};
  pen.convex(corners, color);
}

void arrow(const Pen& pen, Point from, Point to, Color color, float width) {
  const float length = distance(from, to);
  if (length < 3) return pen.circle(to, 5, color, width);  // without length: a ring at the origin
  const float head = std::min(width > 3 ? 14.0f : 11.0f, length), half = head * 0.42f;
  const float dx = (to.x - from.x) / length, dy = (to.y - from.y) / length;
  const Point neck{to.x - dx * head, to.y - dy * head};
  pen.line(from, between(neck, to, 0.3f), color, width);
  triangle(pen, to, {neck.x - dy * half, neck.y + dx * half}, {neck.x + dy * half, neck.y - dx * half}, color);
}

// Lines behind words are faint.
void ground_words(Screen& s, Point base, float width) {
  s.pen.fill({base.x - 2, base.y - 12, base.x + width + 2, base.y + 4}, faded(s.theme.bg0, 0.78f), 3);
}

constexpr Font axis_font{Face::regular, note_size};

// act(upright, number, at): each line of the grid, with its place on the screen.
template <class Act>
void each_line(const PlaneGrid& grid, Act act) {
  const Rect in = grid.where;
  const int step = grid.line_step();
  const auto first = [&](double least) {
    const int from = static_cast<int>(std::ceil(least)) - step;
    return from - from % step;
  };
  for (int x = first(grid.x_of({in.x0, 0})); x <= static_cast<int>(grid.x_of({in.x1, 0})); x += step)
    act(true, x, grid.at(x, 0).x);
  for (int y = first(grid.y_of({0, in.y1})); y <= static_cast<int>(grid.y_of({0, in.y0})); y += step)
    act(false, y, grid.at(0, y).y);
}

}  // namespace

// Words beside a point, on the side away from the origin, where no other words and no tips are.
class PlaneLabels {
 public:
  explicit PlaneLabels(const PlaneGrid& grid) : grid_(grid) {}
  void keep_clear(Point a, Point b) {
    if (lines_.size() < most) lines_.add({a.x, a.y, b.x, b.y});
  }
  void keep_free(Rect where) { taken_.add(where); }
  bool free(Rect where) const {
    return std::ranges::none_of(taken_, [&](const Rect& other) { return overlap(where, other); });
  }
  void keep_free(Point tip, float by) { taken_.add(box(tip.x - by, tip.y - by, 2 * by, 2 * by)); }
  // The baseline's left end for words of this width.
  Point place(Point tip, float width, float away) {
    constexpr float high = 16;
    const float left = tip.x - away - width, right = tip.x + away, middle = tip.x - width / 2;
    const float above = tip.y - away - high, below = tip.y + away, level = tip.y - high / 2;
    const bool to_right = tip.x >= grid_.origin.x, up = tip.y <= grid_.origin.y;
    const std::array<Point, 8> spots{Point{to_right ? right : left, level},
                                     Point{middle, up ? above : below},
                                     Point{to_right ? right : left, up ? above : below},
                                     Point{to_right ? right : left, up ? below : above},
                                     Point{to_right ? left : right, level},
                                     Point{middle, up ? below : above},
                                     Point{to_right ? left : right, up ? above : below},
                                     Point{to_right ? left : right, up ? below : above}};
    Rect best;
    float least = 1e9f;
    for (std::size_t i = 0; i < spots.size(); ++i) {
      const Rect where = box(spots[i].x, spots[i].y, width, high);
      float cost = static_cast<float>(i) * 3;
      if (!within(where, grown(grid_.where, -3))) cost += 400;
      for (const Rect& other : taken_)
        if (overlap(where, other)) cost += 100;
      for (const Rect& line : lines_) cost += crosses(where, line) ? 12.0f : 0.0f;
      if (cost >= least) continue;
      least = cost;
      best = where;
    }
    // Never outside the plane, whose edge is the least bad place.
    const Rect in = grown(grid_.where, -3);
    best = moved(best, std::max(in.x0 - best.x0, 0.0f) - std::max(best.x1 - in.x1, 0.0f),
                 std::max(in.y0 - best.y0, 0.0f) - std::max(best.y1 - in.y1, 0.0f));
    if (taken_.size() < most) taken_.add(best);
    return {best.x0, centred(best.middle_y(), label_size)};
  }

 private:
  static constexpr std::size_t most = 40;
  const PlaneGrid& grid_;
  // Whether a line from one corner of the second to the other goes through the first.
  static bool crosses(Rect where, Rect line) {
    constexpr int parts = 24;
    for (int part = 0; part <= parts; ++part) {
      const float t = static_cast<float>(part) / parts;
      if (where.contains({mix(line.x0, line.x1, t), mix(line.y0, line.y1, t)})) return true;
    }
    return false;
  }

  Few<Rect, most> taken_, lines_;
};

namespace {

// The lines of the grid.
void draw_ground(const Screen& s, const PlaneGrid& grid) {
  const Rect in = grid.where;
  s.pen.panel(in, s.theme.bg0, s.theme.line, panel_radius);
  s.pen.clip(grown(in, -1));
  each_line(grid, [&](bool upright, int number, float at) {
    const Color ink = number == 0 ? s.theme.line2 : s.theme.line;
    if (upright) s.pen.down(at, in.y0, in.y1, ink);
    else s.pen.across(in.x0, in.x1, at, ink);
  });
  s.pen.unclip();
}

struct AxisNames {
  Point at[2];
  Rect where[2];
};
AxisNames axis_names(const Screen& s, const PlaneGrid& grid, const std::array<std::string, 2>& features) {
  const Rect in = grid.where;
  const Point zero = grid.origin;
  const float wide = s.type.width(features[0], axis_font), up = s.type.width(features[1], axis_font);
  const Point along{in.x1 - wide - 8, std::clamp(zero.y - 6, in.y0 + 16, in.y1 - 6)},
      upwards{std::clamp(zero.x + 7, in.x0 + 6, in.x1 - up - 6), in.y0 + 15};
  const auto around = [](Point base, float width) {
    return Rect{base.x, base.y - note_size, base.x + width, base.y + 3};
  };
  return {{along, upwards}, {around(along, wide), around(upwards, up)}};
}

// The names of the axes, and the numbers that no label covers.
void draw_axes(Screen& s, const PlaneGrid& grid, const std::array<std::string, 2>& features,
               const PlaneLabels& labels) {
  const Rect in = grid.where;
  const Point zero = grid.origin;
  const AxisNames names = axis_names(s, grid, features);
  for (std::size_t i : {0u, 1u}) s.pen.text(names.at[i], features[i], axis_font, s.theme.text2);
  each_line(grid, [&](bool upright, int number, float at) {
    if (number == 0) return;
    const std::string_view words = s.written([&](std::string& out) { out += graph::format_number(number, 0); });
    const float wide = s.type.width(words, axis_font);
    const Point base = upright ? Point{at - wide / 2, std::min(zero.y + 14, in.y1 - 5)}
                               : Point{std::max(zero.x - wide - 6, in.x0 + 5), centred(at, note_size)};
    const Rect where{base.x, base.y - note_size, base.x + wide, base.y + 3};
    const bool inside =
        upright ? within(where, {in.x0 + 4, in.y0, in.x1 - 4, in.y1}) : at > in.y0 + 22 && at < in.y1 - 8;
    if (inside && labels.free(where)) s.pen.text(base, words, axis_font, s.theme.text3);
  });
}

}  // namespace

// From the foot of each key's perpendicular, the part of the key that lies along the query.
void PlaneFigure::draw_shadows(Screen& s) {
  const explorer::PlaneView& v = view(s);
  if (!v.query.shown || v.query_length < 1e-9) return;
  const double ux = v.query.x / v.query_length, uy = v.query.y / v.query_length;
  const Color key_ink = s.theme.role(graph::Family::key), ink = s.theme.role(graph::Family::scores);
  const Color line = faded(s.theme.role(graph::Family::query), 0.55f);
  const float far = (keys_.where.width() + keys_.where.height()) / keys_.unit;
  dashed(s.pen, keys_.at(-ux * static_cast<double>(far), -uy * static_cast<double>(far)),
         keys_.at(ux * static_cast<double>(far), uy * static_cast<double>(far)), line, 1, 2, 4);
  std::array<int, 2> drawn{0, 0};
  const float apart = v.keys.size() > 4 ? 5.0f : 6.0f;
  for (std::size_t j = 0; j < v.keys.size(); ++j) {
    const explorer::PlaneKey& key = v.keys[j];
    if (!key.arrow.shown) continue;
    const double foot = key.arrow.x * ux + key.arrow.y * uy;
    const Point tip = keys_.at(key.arrow.x, key.arrow.y), at = keys_.at(foot * ux, foot * uy);
    s.pen.set_alpha(strength(j));
    const float away = distance(tip, at), dropped = shadow_dropped(s, j);
    if (away > 3) dashed(s.pen, tip, between(tip, at, dropped), key_ink, 1, 3, 3);
    if (dropped >= 1 && away > 14 && distance(at, keys_.origin) > 4) {  // the right angle
      constexpr float side = 8;
      const Point to_tip{(tip.x - at.x) / away * side, (tip.y - at.y) / away * side};
      const float turn = foot > 0 ? -1.0f : 1.0f;  // on the side of the origin
      const Point along{static_cast<float>(ux) * turn * side, -static_cast<float>(uy) * turn * side};
      const Point corners[] = {{at.x + to_tip.x, at.y + to_tip.y},
                               {at.x + to_tip.x + along.x, at.y + to_tip.y + along.y},
                               {at.x + along.x, at.y + along.y}};
      s.pen.path(corners, 3, key_ink, 1);
    }
    // Beside the line, so that equal shadows do not cover each other.
    const bool lit = lit_ == j;
    const float off = 7 + apart * static_cast<float>(drawn[foot < 0 ? 1 : 0]++);
    const float ox = static_cast<float>(uy) * off, oy = static_cast<float>(ux) * off;
    const Point from{keys_.origin.x + ox, keys_.origin.y + oy}, to{at.x + ox, at.y + oy};
    s.pen.line(from, between(from, to, dropped), lit ? ink : faded(ink, 0.5f), lit ? 6.0f : 4.0f);
    s.pen.set_alpha(1);
  }
}

void PlaneFigure::draw_keys(Screen& s) {
  const explorer::PlaneView& v = view(s);
  draw_ground(s, keys_);
  s.pen.clip(grown(keys_.where, -1));
  draw_shadows(s);
  const Color key_ink = s.theme.role(graph::Family::key), query_ink = s.theme.role(graph::Family::query);
  const bool dragged = drag_ && drag_->which != Which::value;
  if (dragged) {  // where it was
    const float left = drag_->held ? 1 : 1 - s.motion.since(drag_->released, 0.18);
    const Point was = keys_.at(drag_->from_x, drag_->from_y);
    s.pen.circle(was, 5, faded(s.theme.text2, left), 1);
    if (drag_->moved) {
      const explorer::PlanePoint& now = point_of(s, drag_->which, drag_->key);
      dashed(s.pen, was, keys_.at(now.x, now.y), faded(s.theme.text2, left), 1, 2, 3);
    }
  }
  PlaneLabels labels(keys_);
  for (const Rect& name : axis_names(s, keys_, v.features).where) labels.keep_free(name);
  const Point query = keys_.at(v.query.x, v.query.y);
  // Shorter arrows over longer ones, so that none is covered.
  for (const bool longer : {true, false}) {
    for (std::size_t j = 0; j < v.keys.size(); ++j) {
      const explorer::PlanePoint& tip = v.keys[j].arrow;
      if (!tip.shown || (std::hypot(tip.x, tip.y) >= v.query_length) != longer) continue;
      const bool held = dragged && drag_->held && drag_->which == Which::key && drag_->key == j;
      const Color ink = faded(key_ink, strength(j));
      arrow(s.pen, keys_.origin, keys_.at(tip.x, tip.y), ink, held ? 3.0f : 2.25f);
      labels.keep_free(keys_.at(tip.x, tip.y), 5);
      labels.keep_clear(keys_.origin, keys_.at(tip.x, tip.y));
    }
    if (!longer || !v.query.shown) continue;
    arrow(s.pen, keys_.origin, query, query_ink, 3.25f);
    labels.keep_free(query, 5);
    labels.keep_clear(keys_.origin, query);
  }
  draw_handles(s, false);
  const Font font{Face::semibold, label_size};
  const auto label = [&](Point tip, std::string_view words, Color ink) {
    const Point at = labels.place(tip, s.type.width(words, font), 9);
    ground_words(s, at, s.type.width(words, font));
    s.pen.text(at, words, font, ink);
  };
  if (v.query.shown) label(query, v.query_words, query_ink);
  for (std::size_t j = 0; j < v.keys.size(); ++j) {
    const explorer::PlanePoint& tip = v.keys[j].arrow;
    // Equal words have one label, and so has a word that is both query and key.
    bool again =
        !tip.shown || (v.query.shown && v.keys[j].name == v.query_name && tip.x == v.query.x && tip.y == v.query.y);
    for (std::size_t i = 0; i < j; ++i)
      again = again || (v.keys[i].name == v.keys[j].name && v.keys[i].arrow.x == tip.x && v.keys[i].arrow.y == tip.y);
    if (!again) label(keys_.at(tip.x, tip.y), v.keys[j].name, faded(key_ink, strength(j)));
  }
  draw_axes(s, keys_, v.features, labels);
  s.pen.unclip();
}

void PlaneFigure::draw_handles(Screen& s, bool of_values) {
  const PlaneGrid& grid = of_values ? values_ : keys_;
  std::optional<Point> at;
  const bool held = drag_ && drag_->held && (drag_->which == Which::value) == of_values;
  if (held) {
    const explorer::PlanePoint& point = point_of(s, drag_->which, drag_->key);
    at = grid.at(point.x, point.y);
  } else if (near_ && near_->grid == &grid && !s.around.touch) {
    at = grid.at(near_->point->x, near_->point->y);
  }
  if (at) s.pen.circle(*at, 12, s.theme.text, held ? 2.0f : 1.5f);
}

void PlaneFigure::draw_values(Screen& s) {
  const explorer::PlaneView& v = view(s);
  draw_ground(s, values_);
  s.pen.clip(grown(values_.where, -1));
  draw_hull(s);
  PlaneLabels labels(values_);
  for (const Rect& name : axis_names(s, values_, v.value_features).where) labels.keep_free(name);
  draw_mixture(s, labels);
  draw_handles(s, true);
  for (std::size_t j = 0; j < v.keys.size(); ++j) draw_value_name(s, j, labels);
  draw_axes(s, values_, v.value_features, labels);
  s.pen.unclip();
}

Point PlaneFigure::value_at(const Screen& s, std::size_t key) const {
  const explorer::PlanePoint& value = *view(s).keys[key].value;
  return values_.at(value.x, value.y);
}

// Every mixture with weights that add up to 1 lies in it.
void PlaneFigure::draw_hull(Screen& s) const {
  const explorer::PlaneView& v = view(s);
  const Color ink = s.theme.role(graph::Family::value);
  const auto corner = [&](std::size_t i) { return value_at(s, v.hull[i]); };
  for (std::size_t i = 1; i + 1 < v.hull.size(); ++i)
    triangle(s.pen, corner(0), corner(i), corner(i + 1), faded(ink, 0.12f));
  for (std::size_t i = 0; i < v.hull.size(); ++i)
    s.pen.line(corner(i), corner((i + 1) % v.hull.size()), faded(ink, 0.7f), 1.25f);
}

// The values as discs, and the mixture as a diamond with a line from each value, as thick as its weight.
void PlaneFigure::draw_mixture(Screen& s, PlaneLabels& labels) {
  const explorer::PlaneView& v = view(s);
  std::optional<Point> mixture;
  if (v.output) {
    Point centre;
    for (const std::size_t key : v.hull) {
      const Point corner = value_at(s, key);
      const auto share = 1 / static_cast<float>(v.hull.size());
      centre = {centre.x + corner.x * share, centre.y + corner.y * share};
    }
    mixture = between(centre, values_.at(v.output->x, v.output->y), mixture_moved(s));
  }
  const auto shown = [&](std::size_t j) { return v.keys[j].value && v.keys[j].value->shown; };
  for (std::size_t j = 0; j < v.keys.size(); ++j) {
    const explorer::CellView& weight = v.keys[j].weight;
    if (!shown(j) || !mixture || weight.status != Status::shown) continue;
    const Color line = faded(s.theme.role(graph::Family::weights), (0.35f + 0.45f * weight.value) * strength(j));
    s.pen.line(value_at(s, j), *mixture, line, 1 + 12 * weight.value);
    labels.keep_clear(value_at(s, j), *mixture);
  }
  for (std::size_t j = 0; j < v.keys.size(); ++j) {
    if (!shown(j)) continue;
    const float weight = v.keys[j].weight.value;
    s.pen.disc(value_at(s, j), 6 + 10 * weight, faded(s.theme.role(graph::Family::value), strength(j)));
    labels.keep_free(value_at(s, j), 6 + 8 * weight);
  }
  if (!mixture) return;
  constexpr float half = 9;
  const Point m = *mixture;
  const Color ink = s.theme.role(graph::Family::output);
  triangle(s.pen, {m.x - half, m.y}, {m.x, m.y - half}, {m.x + half, m.y}, ink);
  triangle(s.pen, {m.x - half, m.y}, {m.x + half, m.y}, {m.x, m.y + half}, ink);
  const Point outline[] = {{m.x - half, m.y}, {m.x, m.y - half}, {m.x + half, m.y}, {m.x, m.y + half}};
  s.pen.path(outline, 4, s.theme.bg0, 1.5f, true);
  labels.keep_free(m, half);
  s.mark("plane:mixture", box(m.x - half, m.y - half, 2 * half, 2 * half));
}

// A value's word and weight. Equal words at one place have one label, with how many there are.
void PlaneFigure::draw_value_name(Screen& s, std::size_t j, PlaneLabels& labels) const {
  const explorer::PlaneView& v = view(s);
  const explorer::PlaneKey& key = v.keys[j];
  if (!key.value || !key.value->shown) return;
  std::size_t same = 1;
  for (std::size_t i = 0; i < v.keys.size(); ++i) {
    const auto& other = v.keys[i].value;
    if (i == j || !other || v.keys[i].name != key.name || other->x != key.value->x || other->y != key.value->y)
      continue;
    if (v.keys[i].weight.text != key.weight.text) continue;
    if (i < j) return;  // it has the label
    ++same;
  }
  const Font bold{Face::semibold, label_size}, font{Face::medium, label_size};
  const std::string_view weight =
      same > 1 ? s.joined({s.digits(same), " × ", key.weight.text}) : std::string_view(key.weight.text);
  // Where there is little room its weight is in the bars alone.
  constexpr float roomy = 200;
  const bool weighed = values_.where.width() >= roomy;
  const float name = s.type.width(key.name, bold) + 6, wide = name + (weighed ? s.type.width(weight, font) : 0);
  const Point where = labels.place(value_at(s, j), wide, 10 + 8 * key.weight.value);
  ground_words(s, where, wide);
  s.pen.text(where, key.name, bold, faded(s.theme.role(graph::Family::value), strength(j)));
  if (weighed)
    s.pen.text({where.x + name, where.y}, weight, font, faded(s.theme.role(graph::Family::weights), strength(j)));
}

}  // namespace ui
