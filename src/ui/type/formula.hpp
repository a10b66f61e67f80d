// Typeset formulae, keyed by their TeX source: glyphs and rules in em, coloured by role. They are typeset when the page
// is built, and drawn here at any size.
#pragma once

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
  float width = 0, height = 0, depth = 0;  // em
  std::vector<Glyph> glyphs;
  std::vector<Rule> rules;
};

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

}  // namespace ui
