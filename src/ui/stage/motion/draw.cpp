// Draws what is on its way: copies of cells as cells, numbers of a product as pills, and the arcs along which they go.
#include <algorithm>

#include "ui/stage/motion/motion.hpp"
#include "ui/stage/stage_marks.hpp"
#include "ui/widgets/cell_color.hpp"

namespace ui {
namespace {

constexpr float copy_edge = 1.5f;  // around a copy of a cell

// 0 where a text would be touched, 1 from a few pixels away.
float clearness(Rect at, std::span<const Rect> texts) {
  constexpr float fades = 5;
  at = grown(at, copy_edge + 1);  // with its smoothed border
  float clear = 1;
  for (const Rect& text : texts) {
    const float aside = std::max(text.x0 - at.x1, at.x0 - text.x1), above = std::max(text.y0 - at.y1, at.y0 - text.y1);
    clear = std::min(clear, std::max(aside, above) / fades);
    if (clear <= 0) return 0;
  }
  return clear;
}

Font product_font(const StageScene& scene, const Traveller& one) {
  return {Face::medium, std::min(scene.looks[one.block].number_size, one.at.width() < 36 ? 11.0f : 12.5f)};
}

bool product_fits(const Screen& s, const StageScene& scene, const Traveller& one) {
  const Font font = product_font(scene, one);
  return font.size > 0 && font.size <= one.at.height() && s.type.width(one.text, font) <= one.at.width() - 2;
}

// products: their numbers are drawn.
void draw_copy(const Screen& s, const StageScene& scene, Traveller one, std::span<const Rect> texts, bool products) {
  one.opacity *= clearness(one.at, texts);
  if (one.opacity <= 0) return;
  const MatrixLook& look = scene.looks[one.block];
  const CellLook& cell = cell_look(scene, one.block, one.cell);
  const Rect at = scene.shown[one.block].gap >= 1 ? s.pen.snapped(one.at) : one.at;
  const float radius = std::min(corner_of(scene.shown[one.block].pitch), at.height() / 2);
  const float edge = one.number > 0 ? copy_edge : 0;  // so that a number below is covered, and not cut by a gap
  if (edge > 0) s.pen.fill(grown(at, edge), faded(s.theme.bg0, one.opacity), radius + edge);
  if (one.value) {
    const Color fill = cell_color(s, look.scale, *one.value, scene.tensor(one.block).scale);
    s.pen.fill(at, faded(fill, one.opacity), radius);
    const Font font = product_font(scene, one);
    if (products) s.pen.text_in(at, one.text, font, faded(Theme::ink(fill), one.opacity), Align::centre);
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

void draw_travelling_pill(const Screen& s, const StageScene& scene, const Traveller& one, std::span<const Rect> texts) {
  const float pitch = scene.shown[one.block].pitch, size = pitch >= 60 ? 14.5f : pitch >= 44 ? 13.5f : 12.5f;
  const Font font{Face::semibold, size};
  const std::string_view text = one.text.empty() ? cell_look(scene, one.block, one.cell).text : one.text;
  const float words = s.type.width(text, font), wide = words + 16, high = 25;
  const Rect at =
      s.pen.snapped(box(one.at.middle_x() + (one.side - 1) * wide / 2, one.at.middle_y() - high / 2, wide, high));
  const float opacity = one.opacity * clearness(at, texts);
  if (opacity <= 0) return;
  s.pen.fill(at, faded(s.theme.bg0, opacity), high / 2);
  s.pen.outline(at, faded(s.theme.line2, opacity), 1, high / 2);
  s.pen.text({s.pen.snapped(at.middle_x() - words / 2), centred(at.middle_y(), size)}, text, font,
             faded(s.theme.role(scene.looks[one.block].scale.family), opacity * one.number));
}

}  // namespace

void draw_travel_arcs(const Screen& s, const StageScene& scene, const MotionFrame& frame) {
  for (const TravelArc& arc : frame.arcs)
    draw_pair_arc(s, pair_arc(scene, scene.layout.groups[arc.group], arc.feature),
                  faded(s.theme.role(scene.looks[arc.result].scale.family), arc.alpha), 1.75f);
}

void draw_travellers(const Screen& s, const StageScene& scene, const MotionFrame& frame, std::span<const Rect> texts) {
  // Either all products have room for their numbers, or none has one.
  const bool products = std::ranges::all_of(
      frame.travellers, [&](const Traveller& one) { return !one.value || product_fits(s, scene, one); });
  for (const Traveller& one : frame.travellers) {
    if (one.pill) draw_travelling_pill(s, scene, one, texts);
    else draw_copy(s, scene, one, texts, products);
  }
}

std::span<const CellPose> poses_at_rest(const Block& block, std::span<const CellPose> poses,
                                        std::vector<CellPose>& kept) {
  kept.assign(poses.begin(), poses.end());
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i].at != block.cell(i / block.columns, i % block.columns)) kept[i].shown = kept[i].number = 0;
  return kept;
}

std::span<const CellPose> poses_on_the_way(const Block& block, std::span<const CellPose> poses,
                                           std::span<const Rect> texts, std::vector<CellPose>& kept) {
  kept.assign(poses.begin(), poses.end());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    CellPose& pose = kept[i];
    const bool rests = pose.at == block.cell(i / block.columns, i % block.columns);
    const float clear = rests ? 0 : clearness(pose.at, texts);
    pose.shown *= clear;
    pose.number *= clear;
    pose.place = 0;
  }
  return kept;
}

}  // namespace ui
