// Draws what is on its way: copies of cells as cells, numbers of a product as pills, and the arcs along which they go.
#include <algorithm>

#include "ui/stage/motion/motion.hpp"
#include "ui/stage/stage_marks.hpp"
#include "ui/widgets/cell_color.hpp"

namespace ui {
namespace {

void draw_copy(const Screen& s, const StageScene& scene, const Traveller& one) {
  const MatrixLook& look = scene.looks[one.block];
  const CellLook& cell = cell_look(scene, one.block, one.cell);
  const Rect at = scene.shown[one.block].gap >= 1 ? s.pen.snapped(one.at) : one.at;
  const float radius = std::min(corner_of(scene.shown[one.block].pitch), at.height() / 2);
  const float edge = one.number > 0 ? 1.5f : 0;  // so that a number below is covered, and not cut by a gap
  if (edge > 0) s.pen.fill(grown(at, edge), faded(s.theme.bg0, one.opacity), radius + edge);
  if (one.value) {
    const Color fill = cell_color(s, look.scale, *one.value, scene.tensor(one.block).scale);
    s.pen.fill(at, faded(fill, one.opacity), radius);
    const Font font{Face::medium, std::min(look.number_size, at.width() < 36 ? 11.0f : 12.5f)};
    const float words = font.size > 0 ? s.type.width(one.text, font) : at.width();
    if (words > at.width() - 2 || font.size > at.height()) return;
    s.pen.text({at.middle_x() - words / 2, centred(at.middle_y(), font.size)}, one.text, font,
               faded(Theme::ink(fill), one.opacity));
    return;
  }
  s.pen.fill(at, faded(cell.fill, one.opacity), radius);
  if (cell.view.status != explorer::CellView::Status::shown)
    s.pen.outline(at, faded(s.theme.line2, one.opacity), 1, radius);
  draw_hatch(s, scene.shown[one.block], look, cell, at, one.number * one.opacity);
  // A cell that has become too small for its number loses it before.
  constexpr float fading = 8;
  const float room = std::min(at.width() - cell.text_width, (at.height() - look.number_size) * 2);
  const float alpha = one.number * one.opacity * std::clamp(room / fading + 0.5f, 0.0f, 1.0f);
  if (look.number_size > 0 && alpha > 0)
    s.pen.text({at.middle_x() - cell.text_width / 2, centred(at.middle_y(), look.number_size)}, cell.text,
               {Face::medium, look.number_size}, faded(cell.ink, alpha));
}

struct TravelPill {
  Rect at;
  Font font;
  std::string_view text;
  float words = 0;  // width of the text
};

TravelPill travel_pill(const Screen& s, const StageScene& scene, const Traveller& one) {
  const float pitch = scene.shown[one.block].pitch, size = pitch >= 60 ? 14.5f : pitch >= 44 ? 13.5f : 12.5f;
  TravelPill pill{{}, {Face::semibold, size}, one.text.empty() ? cell_look(scene, one.block, one.cell).text : one.text, 0};
  pill.words = s.type.width(pill.text, pill.font);
  const float wide = pill.words + 16, high = 25;
  pill.at = s.pen.snapped(box(one.at.middle_x() + (one.side - 1) * wide / 2, one.at.middle_y() - high / 2, wide, high));
  return pill;
}

void draw_travelling_pill(const Screen& s, const StageScene& scene, const Traveller& one) {
  const TravelPill pill = travel_pill(s, scene, one);
  s.pen.fill(pill.at, faded(s.theme.bg0, one.opacity), pill.at.height() / 2);
  s.pen.outline(pill.at, faded(s.theme.line2, one.opacity), 1, pill.at.height() / 2);
  s.pen.text({s.pen.snapped(pill.at.middle_x() - pill.words / 2), centred(pill.at.middle_y(), pill.font.size)},
             pill.text, pill.font,
             faded(s.theme.role(scene.looks[one.block].scale.family), one.opacity * one.number));
}

}  // namespace

void draw_travel_arcs(const Screen& s, const StageScene& scene, const MotionFrame& frame) {
  for (const TravelArc& arc : frame.arcs)
    draw_pair_arc(s, pair_arc(scene, scene.layout.groups[arc.group], arc.feature),
                  faded(s.theme.role(scene.looks[arc.result].scale.family), arc.alpha), 1.75f);
}

void find_moving(const Screen& s, const StageScene& scene, const MotionFrame& frame, std::vector<Rect>& moving) {
  moving.clear();
  for (const Traveller& one : frame.travellers)
    if (one.opacity > 0) moving.push_back(one.pill ? travel_pill(s, scene, one).at : grown(one.at, 1.5f));
  for (std::size_t b = 0; b < frame.poses.size(); ++b) {
    const Block& block = scene.shown[b];
    for (std::size_t i = 0; i < frame.poses[b].size(); ++i) {
      const CellPose& pose = frame.poses[b][i];
      const Rect rest = block.cell(i / block.columns, i % block.columns);
      if (pose.shown > 0 && pose.at != rest) moving.push_back(pose.at);
    }
  }
}

void draw_travellers(const Screen& s, const StageScene& scene, const MotionFrame& frame) {
  for (const Traveller& one : frame.travellers) {
    if (one.pill) draw_travelling_pill(s, scene, one);
    else draw_copy(s, scene, one);
  }
}

}  // namespace ui
