// The name and the number of a height that is drawn across a figure, such as H with a lowered 2 and 2.175.
#pragma once

#include <string_view>

#include "ui/shell/metrics.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

inline float height_label_width(const Screen& screen, const graph::Symbol& symbol, std::string_view number) {
  return screen.type.width(number, {Face::regular, note_size}) + 6 +
         screen.type.width(screen.symbol(symbol, note_size + 2, screen.theme.text2));
}

// At the right end of a line of text, vertically centred in it. Returns where it begins.
inline float draw_height_label(const Screen& screen, Rect line, const graph::Symbol& symbol, std::string_view number) {
  const Font font{Face::regular, note_size};
  const Color color = screen.theme.text2;
  const float base = screen.type.snapped(centred((line.y0 + line.y1) / 2, note_size));
  const std::vector<TextRun>& name = screen.symbol(symbol, note_size + 2, color);
  const float left = line.x1 - screen.type.width(number, font) - 6 - screen.type.width(name);
  screen.type.draw(screen.pen.list(), {left, base}, name, screen.pen.alpha());
  screen.pen.text_in(line, number, font, color, Align::right);
  return left;
}

}  // namespace ui
