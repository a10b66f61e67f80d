// Paragraphs of a lesson wrapped to a width: words, role-coloured words, numbers and inline formulae on one baseline.
// Laid out once per width and kept by the caller.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "explorer/views/view.hpp"
#include "ui/shell/kept.hpp"
#include "ui/type/formula.hpp"

namespace ui {

struct ProseStyle {
  float size = 17, line = 27, gap = 12;  // gap: extra space between paragraphs
  Color plain = 0, strong = 0;
  Face face = Face::regular;  // of unmarked text
};

struct Prose {
  struct Piece {
    float x = 0, y = 0;  // of the baseline
    TextRun run;
    const Formula* formula = nullptr;  // instead of the run
    float formula_size = 0;
    std::size_t line = 0;  // counted from 0 through all paragraphs
    bool dot = false;      // of an item, before its first line
  };
  std::vector<Piece> pieces;
  float height = 0;
  std::vector<float> line_ends;                     // the lower end of each line
  std::vector<std::pair<float, float>> paragraphs;  // their upper and lower ends
  bool cut = false;                                 // text continues, and ends with an ellipsis here
  std::size_t lines() const { return line_ends.size(); }
};

// Lines of letters from right to left end at the right edge, unless the whole layout is reflected.
Prose lay_prose(Type& type, const Formulae& formulae, const Theme& theme, const explorer::Paragraphs& paragraphs,
                float width, const ProseStyle& style);
// Caches layouts while they are drawn, keyed by text and width.
class ProseShelf {
 public:
  void begin(unsigned type_generation) { kept_.begin(type_generation); }  // once a frame
  // Valid until the next frame.
  const Prose& lay(Type& type, const Formulae& formulae, const Theme& theme, const explorer::Paragraphs& paragraphs,
                   float width, const ProseStyle& style, std::size_t most_lines = 0);  // 0: all of them
  const Prose& lay(Type& type, const Formulae& formulae, const Theme& theme, std::string_view words, float width,
                   const ProseStyle& style);  // plain words

 private:
  Shelf<Prose> kept_;
};

void draw_prose(const Pen& pen, Type& type, const Theme& theme, const Prose& prose, Point at, const ProseStyle& style);

}  // namespace ui
