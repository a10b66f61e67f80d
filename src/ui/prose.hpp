// Paragraphs of a lesson wrapped to a width: words, role-coloured words, numbers and inline formulae on one baseline.
// Laid out once for a width and kept by whoever draws it.
#pragma once

#include <string>
#include <vector>

#include "explorer/view.hpp"
#include "ui/formula.hpp"
#include "ui/kept.hpp"

namespace ui {

struct ProseStyle {
  float size = 17, line = 27, gap = 12;  // gap: more between paragraphs than between lines
  Color plain = 0, strong = 0;
  Face face = Face::regular;  // of what is not marked
};

struct Prose {
  struct Piece {
    float x = 0, y = 0;  // of the baseline
    TextRun run;
    const Formula* formula = nullptr;  // instead of the run
    float formula_size = 0;
    std::size_t line = 0;  // counted from 0 through all paragraphs
  };
  std::vector<Piece> pieces;
  float height = 0;
  std::size_t lines = 0;
  bool cut = false;  // it goes on, and ends with an ellipsis here
};

Prose lay_prose(Type& type, const Formulae& formulae, const Theme& theme, const explorer::Paragraphs& paragraphs,
                float width, const ProseStyle& style);
// What was laid out stays for as long as it is drawn: the same words in the same width are the same.
class ProseShelf {
 public:
  void begin(unsigned type_generation) { kept_.begin(type_generation); }  // once a frame
  // Good until the next frame.
  const Prose& lay(Type& type, const Formulae& formulae, const Theme& theme, const explorer::Paragraphs& paragraphs,
                   float width, const ProseStyle& style, std::size_t most_lines = 0);  // 0: all of them
  const Prose& lay(Type& type, const Formulae& formulae, const Theme& theme, std::string_view words, float width,
                   const ProseStyle& style);  // words as they stand

 private:
  Shelf<Prose> kept_;
};

void draw_prose(const Pen& pen, Type& type, const Theme& theme, const Prose& prose, Point at, const ProseStyle& style);

}  // namespace ui
