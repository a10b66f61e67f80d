// Icons as strokes on a 20 grid, round caps, drawn at 17 px unless asked otherwise. No icon font, so none can be missing.
#pragma once

#include "ui/type/pen.hpp"

namespace ui {

enum class Icon : std::uint8_t {
  none,
  undo,
  redo,
  sun,
  moon,
  book,
  share,
  code,
  fullscreen,
  chevron,
  left,
  right,
  check,
  restore,
  menu,
  dots,
  sliders,
  external,
  up,
  plus,
  minus,
  close,
  eye,
  globe,
  names,
  play,
  question,
  projector,
  pause,
  stop,
  lecture,
};

void draw_icon(const Pen& pen, Icon icon, Point centre, Color color, float size = 17);
// The page's logo: two arcs over three tokens, in the colours of query, key and weights.
void draw_mark(const Pen& pen, const Theme& theme, Point centre);

}  // namespace ui
