// Reads the typesetter's output and draws it: every glyph has its position, so no font needs a MATH table.
#include "ui/type/formula.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "explorer/json/json.hpp"

namespace ui {
namespace {

constexpr std::array<std::pair<std::string_view, Face>, 9> faces{{{"math", Face::math},
                                                                  {"main", Face::main},
                                                                  {"main-bold", Face::main_bold},
                                                                  {"size1", Face::size1},
                                                                  {"size2", Face::size2},
                                                                  {"size3", Face::size3},
                                                                  {"size4", Face::size4},
                                                                  {"ams", Face::ams},
                                                                  {"inter", Face::regular}}};

using explorer::json::Value;

float number(const Value& object, std::string_view key, float otherwise = 0) {
  const auto value = object[key].number();
  return value ? static_cast<float>(*value) : otherwise;
}

graph::Role role_in(const Value& object) {
  const auto spelling = object["role"].text();
  return spelling ? graph::parse_role(*spelling).value_or(graph::Role::none) : graph::Role::none;
}

Formula read(const Value& value) {
  Formula formula{number(value, "width"), number(value, "height"), number(value, "depth"), {}, {}, {}};
  for (const Value& item : value["glyphs"].items()) {
    Formula::Glyph glyph{number(item, "x"), number(item, "y"), number(item, "size", 1)};
    for (const auto& [name, face] : faces) {
      if (item["face"].text() == name) glyph.face = face;
    }
    glyph.code = static_cast<std::uint32_t>(number(item, "code"));
    glyph.role = role_in(item);
    formula.glyphs.push_back(glyph);
  }
  for (const Value& item : value["rules"].items()) {
    formula.rules.push_back(
        {number(item, "x"), number(item, "y"), number(item, "width"), number(item, "height"), role_in(item)});
  }
  for (const Value& item : value["parts"].items()) {
    formula.parts.push_back({number(item, "from"), number(item, "to"), number(item, "height"), number(item, "depth"),
                             item["worse"].boolean().value_or(false)});
  }
  return formula;
}

constexpr float divided_size = 20;                                                             // px
constexpr float least_height = 0.7f, between_lines = 0.55f, between_parts = 0.1f, indent = 1;  // em

float width_of(const FormulaLines::Line& line) { return line.to - line.from + (line.indented ? indent : 0); }

// Fills each line with parts up to `room` (em). If `worse`, a line ends at every good place, and at a worse one where
// it is full.
void divide(const std::vector<Formula::Part>& parts, float room, bool worse, FormulaLines& out) {
  out.count = 0;
  for (const Formula::Part& part : parts) {
    FormulaLines::Line* last = out.count > 0 ? &out.lines[out.count - 1] : nullptr;
    const bool fits = last && width_of(*last) + part.to - last->to <= room;
    const bool joins = worse ? part.worse && fits : part.worse || fits;
    if (last && (joins || out.count == FormulaLines::most)) {
      last->to = part.to;
      last->height = std::max(last->height, part.height);
      last->depth = std::max(last->depth, part.depth);
    } else {
      out.lines[out.count++] = {part.from, part.to, part.height, part.depth, part.worse};
    }
  }
}

float widest(const FormulaLines& lines) {
  float out = 0.1f;
  for (std::size_t i = 0; i < lines.count; ++i) out = std::max(out, width_of(lines.lines[i]));
  return out;
}

// The middle part of a tall bracket, between glyphs with antialiased edges: each pixel column is filled according to
// its coverage.
void draw_stem(const Pen& pen, Rect bar, Color ink) {
  const float left = bar.x0 * pen.ratio(), right = bar.x1 * pen.ratio();
  for (float x = std::floor(left); x < right; ++x) {
    const float covered = std::min(x + 1, right) - std::max(x, left);
    pen.fill({x / pen.ratio(), bar.y0, (x + 1) / pen.ratio(), bar.y1}, faded(ink, covered));
  }
}

// The glyphs and rules from `from` to `to` (em), moved to the left by `from`. The ends of the whole formula are open: a
// negative space may move a glyph across them.
void draw_between(const Pen& pen, Type& type, const Theme& theme, const Formula& formula, Point at, float size,
                  Color plain, float from, float to) {
  const auto color = [&](graph::Role role) {
    return faded(role == graph::Role::none ? plain : theme.role(role), pen.alpha());
  };
  const auto within = [&](float x) {
    return (from <= 0 || x > from - between_parts) && (to >= formula.width || x < to + between_parts);
  };
  const float base = pen.snapped(at.y);
  for (const Formula::Glyph& g : formula.glyphs) {
    if (!within(g.x)) continue;
    const Point place{at.x + (g.x - from) * size, base - g.y * size};
    type.glyph(pen.list(), type.mirror().to_window(place), g.face, g.size * size, g.code, color(g.role));
  }
  for (const Formula::Rule& r : formula.rules) {
    if (!within(r.x)) continue;
    const float height = std::max(r.height * size, 1 / pen.ratio()), left = at.x + (r.x - from) * size;
    const float top = pen.snapped(base - (r.y + r.height) * size);
    const Rect bar{left, top, left + r.width * size, top + height};
    const Color ink = r.role == graph::Role::none ? plain : theme.role(r.role);
    if (r.width < r.height) draw_stem(pen, bar, ink);
    else pen.fill(bar, ink);
  }
}

}  // namespace

graph::Result<void> Formulae::add(std::string_view json) {
  const auto document = explorer::json::read(json);
  const Value formulae = document ? document->root()["formulae"] : Value();
  if (!formulae.is_object()) {
    return graph::fail("formulae", "/formulae", "The typeset formulae cannot be read. Build them again.");
  }
  for (const auto& [tex, formula] : formulae.members()) known_[std::string(tex)] = read(formula);
  ++generation_;
  return {};
}

const Formula* Formulae::find(std::string_view tex) const {
  const auto found = known_.find(tex);
  return found == known_.end() ? nullptr : &found->second;
}

FormulaLines in_lines(const Formula& formula, float width, float largest, float readable) {
  FormulaLines out;
  out.lines[0] = {0, formula.width, formula.height, formula.depth};
  out.count = 1;
  out.size = std::min(largest, width / std::max(formula.width, 0.1f));
  if (out.size < readable && !formula.parts.empty()) {
    divide(formula.parts, width / divided_size, false, out);
    if (widest(out) * readable > width) divide(formula.parts, width / divided_size, true, out);
    out.size = std::min({largest, divided_size, width / widest(out)});
  }
  for (std::size_t i = 0; i < out.count; ++i) {
    const FormulaLines::Line& line = out.lines[i];
    out.height += ((i > 0 ? between_lines : 0) + std::max(line.height, least_height) + line.depth) * out.size;
  }
  return out;
}

void draw(const Pen& pen, Type& type, const Theme& theme, const Formula& formula, Point at, float size, Color plain) {
  const Mirror::Block whole(type.mirror(), at.x, at.x + formula.width * size);
  draw_between(pen, type, theme, formula, at, size, plain, 0, formula.width);
  const Rect where{at.x, at.y - formula.height * size, at.x + formula.width * size, at.y + formula.depth * size};
  type.note(pen.list(), type.mirror().to_window(where), "formula");
}

void draw(const Pen& pen, Type& type, const Theme& theme, const Formula& formula, const FormulaLines& lines, Point at,
          Color plain) {
  const Mirror::Block whole(type.mirror(), at.x, at.x + widest(lines) * lines.size);
  const float top = at.y;
  for (std::size_t i = 0; i < lines.count; ++i) {
    const FormulaLines::Line& line = lines.lines[i];
    at.y += ((i > 0 ? between_lines : 0) + std::max(line.height, least_height)) * lines.size;
    draw_between(pen, type, theme, formula, {at.x + (line.indented ? indent : 0) * lines.size, at.y}, lines.size, plain,
                 line.from, line.to);
    at.y += line.depth * lines.size;
  }
  const Rect where{at.x, top, at.x + widest(lines) * lines.size, at.y};
  type.note(pen.list(), type.mirror().to_window(where), "formula");
}

}  // namespace ui
