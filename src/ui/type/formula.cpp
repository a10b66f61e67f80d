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
  Formula formula{number(value, "width"), number(value, "height"), number(value, "depth"), {}, {}};
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
  return formula;
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

void draw(const Pen& pen, Type& type, const Theme& theme, const Formula& formula, Point at, float size, Color plain) {
  const auto color = [&](graph::Role role) {
    return faded(role == graph::Role::none ? plain : theme.role(role), pen.alpha());
  };
  const float base = pen.snapped(at.y);
  const Mirror::Block whole(type.mirror(), at.x, at.x + formula.width * size);
  for (const Formula::Glyph& g : formula.glyphs) {
    type.glyph(pen.list(), type.mirror().to_window(Point{at.x + g.x * size, base - g.y * size}), g.face, g.size * size,
               g.code, color(g.role));
  }
  for (const Formula::Rule& r : formula.rules) {
    const float height = std::max(r.height * size, 1 / pen.ratio());
    const float top = pen.snapped(base - (r.y + r.height) * size);
    const Rect bar{at.x + r.x * size, top, at.x + (r.x + r.width) * size, top + height};
    const Color ink = r.role == graph::Role::none ? plain : theme.role(r.role);
    if (r.width < r.height) draw_stem(pen, bar, ink);
    else pen.fill(bar, ink);
  }
  const Rect where{at.x, at.y - formula.height * size, at.x + formula.width * size, at.y + formula.depth * size};
  type.note(pen.list(), type.mirror().to_window(where), "formula");
}

}  // namespace ui
