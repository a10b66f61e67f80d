// Typeset formulae, keyed by their TeX source: glyphs and rules in em, coloured by role. They are typeset when the page
// is built, and drawn here at any size.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/types.hpp"
#include "ui/type/pen.hpp"

namespace ui {

struct Formula {
  struct Glyph {
    float x = 0, y = 0, size = 1;  // y up from the baseline
    Face face = Face::main;
    std::uint32_t code = 0;
    graph::Role role = graph::Role::none;
  };
  struct Rule {
    float x = 0, y = 0, width = 0, height = 0;
    graph::Role role = graph::Role::none;
  };
  // Where a line may end, em; `worse`: before this part only where better places do not suffice.
  struct Part {
    float from = 0, to = 0, height = 0, depth = 0;
    bool worse = false;
  };
  float width = 0, height = 0, depth = 0;  // em
  std::vector<Glyph> glyphs;
  std::vector<Rule> rules;
  std::vector<Part> parts;  // none if it is never divided
};

// A formula in lines no wider than `width` (px): one line of at most `largest` in size, or several where that one would
// be under `readable` (px). Allocates nothing, since it is laid out in every frame.
struct FormulaLines {
  struct Line {
    float from = 0, to = 0, height = 0, depth = 0;  // of the formula, em
    bool indented = false;
  };
  static constexpr std::size_t most = 8;
  std::array<Line, most> lines;
  std::size_t count = 0;
  float size = 0, height = 0;  // px
};
inline constexpr float readable_formula = 16;  // px
FormulaLines in_lines(const Formula& formula, float width, float largest, float readable = readable_formula);

class Formulae {
 public:
  graph::Result<void> add(std::string_view json);
  // nullptr if the formula was not typeset.
  const Formula* find(std::string_view tex) const;
  unsigned generation() const { return generation_; }

 private:
  std::map<std::string, Formula, std::less<>> known_;
  unsigned generation_ = 1;
};

// at: the left end of its baseline.
void draw(const Pen& pen, Type& type, const Theme& theme, const Formula& formula, Point at, float size, Color plain);
// at: the upper left corner of its lines.
void draw(const Pen& pen, Type& type, const Theme& theme, const Formula& formula, const FormulaLines& lines, Point at,
          Color plain);

}  // namespace ui
