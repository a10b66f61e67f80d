// See beside.hpp.
#include "ui/screens/beside.hpp"

#include "ui/panels/provenance.hpp"

namespace ui {
namespace {

constexpr float margin = px(18);
constexpr float more_lines = 38;  // of an explanation, for which the figure leaves room

}  // namespace

void draw_beside(Screen& s, Figure& figure) {
  const Rect room{margin, px(8), s.around.width - margin, s.around.height - margin};
  const Provenance provenance(s, {room.x0, room.y1 - provenance_height, room.x1, room.y1});
  s.covered_from = provenance.panel().y0;
  s.focus.group("figure");
  const float foot = room.y1 - provenance_height - 12 - (room.height() > 560 ? more_lines : 0);
  figure.draw(s, {room.x0, room.y0, room.x1, foot}, StageSpace::Size::wide);
  s.focus.group("line");
  provenance.draw(s);
}

}  // namespace ui
