// See screens.hpp.
#include "ui/screens/screens.hpp"

#include "ui/panels/panels.hpp"

namespace ui {
namespace {

constexpr float margin = px(18);
constexpr float more_lines = 38;  // of an explanation, for which the figure leaves room
constexpr float transport = 56, play_size = 44;

}  // namespace

void draw_beside(Screen& s, Figure& figure) {
  const Rect room{margin, px(8), s.around.width - margin, s.around.height - margin - transport};
  const Provenance provenance(s, {room.x0, room.y1 - provenance_height, room.x1, room.y1});
  s.covered_from = provenance.panel().y0;
  s.focus.group("figure");
  const float foot = room.y1 - provenance_height - 12 - (room.height() > 560 ? more_lines : 0);
  figure.draw(s, {room.x0, room.y0, room.x1, foot}, StageSpace::Size::wide);
  s.focus.group("line");
  provenance.draw(s);
  s.focus.group("time");
  MotionPlayer* player = figure.making();
  const float y = room.y1 + 12 + play_size / 2;
  if (player != nullptr) draw_play(s, box(room.x0, y - play_size / 2, play_size, play_size), *player);
  if (player != nullptr || s.memory.beats.several())
    draw_track(s, {room.x0 + play_size + 16, y - 3, room.x1, y + 3}, player);
}

}  // namespace ui
