// A product in the corner layout: the numbers of one cell's row and column leave along the arcs, meet on the diagonal,
// become products and fall into the cell; the other cells follow row by row.
#include <algorithm>
#include <cmath>

#include "ui/stage/motion/motion.hpp"
#include "ui/stage/stage_marks.hpp"

namespace ui {
namespace {

constexpr float quarter = 1.57079633f;

// Along the arc from the row (or from the column) to the diagonal.
Point on_arc(const PairArc& arc, Point from, bool from_row, float p) {
  const float straight = from_row ? from.y - (arc.y + arc.radius) : from.x - (arc.x + arc.radius);
  const float bent = arc.radius * quarter / 2, gone = p * (straight + bent);
  if (gone < straight) return from_row ? Point{arc.x, from.y - gone} : Point{from.x - gone, arc.y};
  const float turned = arc.radius > 0 ? (gone - straight) / arc.radius : 0;
  const float angle = from_row ? 2 * quarter + turned : 3 * quarter - turned;
  return {arc.x + arc.radius + arc.radius * std::cos(angle), arc.y + arc.radius + arc.radius * std::sin(angle)};
}

// The numbers of the lead cell, `seconds` after they left.
void show_terms(const StageScene& scene, const Act& act, float seconds, MotionFrame& frame) {
  const Group& group = scene.layout.groups[act.group];
  const auto product = std::ranges::find(group.products, act.result, &Group::Product::result);
  if (product == group.products.end() || !act.lead) return;
  const float going = ease_in_out(part_of(seconds, 0, leave_time)),
              met = part_of(seconds, leave_time, leave_time + meet_time),
              falling = ease_in_out(part_of(seconds, leave_time + meet_time, leave_time + meet_time + land_time));
  const float seen = seconds > 0 ? 1 : 0, gone = part_of(falling, 0.5f, 0.75f);
  const Rect goal = cell_place(scene, act.result, *act.lead);
  for (const Act::Term& term : act.terms) {
    const PairArc arc = pair_arc(scene, group, term.feature);
    const Drawn left{act.lead->row, term.feature}, top{term.feature, act.lead->column};
    const Point a = on_arc(arc, cell_place(scene, group.left, left).middle(), true, going),
                b = on_arc(arc, cell_place(scene, product->top, top).middle(), false, going);
    frame.arcs.push_back({act.group, term.feature, act.result, seen * (1 - falling)});
    const float apart = going * (1 - met);
    if (act.tiles) {
      const auto tile = [&](std::size_t block, Drawn cell, Point p, float opacity) {
        const float side = scene.shown[block].pitch - scene.shown[block].gap;
        frame.travellers.push_back({block, cell, box(p.x - side / 2, p.y - side / 2, side, side), opacity});
      };
      if (met < 0.5f) {
        tile(group.left, left, a, seen);
        tile(product->top, top, b, seen);
      } else {
        const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
        tile(act.result, *act.lead, {mix(middle.x, goal.middle_x(), falling), mix(middle.y, goal.middle_y(), falling)},
             1 - gone);
        frame.travellers.back().value = term.value;
      }
      continue;
    }
    // The two numbers give way to their product: never are two of them at one place.
    if (met < 0.5f) {
      const float number = 1 - 2 * met;
      frame.travellers.push_back({group.left, left, around_point(a), seen, number, true, -apart});
      frame.travellers.push_back({product->top, top, around_point(b), seen, number, true, apart});
      continue;
    }
    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const Point now{mix(middle.x, goal.middle_x(), falling), mix(middle.y, goal.middle_y(), falling)};
    frame.travellers.push_back({act.result, *act.lead, around_point(now), 1 - gone, 2 * met - 1, true, 0, term.text});
  }
  show_addends(scene, act, falling, frame);
}

}  // namespace

void show_addends(const StageScene& scene, const Act& act, float falling, MotionFrame& frame) {
  if (falling <= 0) return;
  const Rect goal = cell_place(scene, act.result, *act.lead);
  for (const Act::Source& one : act.addends) {
    const Rect from = cell_place(scene, one.block, one.at);
    const float left = 1 - part_of(falling, 0.5f, 0.75f);
    if (act.tiles) frame.travellers.push_back({one.block, one.at, mix(from, goal, falling), left});
    else
      frame.travellers.push_back({one.block, one.at, around_point(mix(from, goal, falling).middle()), left, 1, true});
  }
}

void show_product(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  const Block& block = scene.shown[act.result];
  std::vector<CellPose>& poses = frame.posed(scene, act.result);
  const float seconds = t * act.seconds, first = act.detail;
  const float rest = act.seconds - first;
  std::size_t before = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::size_t at = in_order(act, i, poses.size());
    if (!act.terms.empty() && act.lead && at == act.lead->row * block.columns + act.lead->column) {
      fill_in(poses[at], part_of(seconds, first - land_time * 0.4f, first));
      continue;
    }
    const float share = std::min(1.0f, static_cast<float>(fill_time) / rest);
    fill_in(poses[at], staggered(part_of(seconds, first, act.seconds), before++, poses.size() - 1, share));
  }
  if (seconds < first && !act.terms.empty()) show_terms(scene, act, seconds, frame);
}

void show_one(const StageScene& scene, const Act& act, Drawn cell, float t, MotionFrame& frame) {
  frame.begin(scene.shown.size());
  if (hidden(scene, act.result, cell)) return;
  if (act.kind == Act::Kind::product) {
    show_terms(scene, act, t * act.detail, frame);
    frame.arcs.clear();  // those of the marks are there
    return;
  }
  const Rect goal = cell_place(scene, act.result, cell);
  const float slid = ease_in_out(t), seen = 1 - part_of(slid, 0.5f, 0.85f);
  const auto slide = [&](std::size_t block, Drawn from) {
    frame.travellers.push_back({block, from, mix(cell_place(scene, block, from), goal, slid), seen});
  };
  if (act.kind == Act::Kind::sum) {
    for (const Act::Source& source : act.sources_of(cell.row * scene.shown[act.result].columns + cell.column))
      slide(source.block, source.at);
    return;
  }
  const std::size_t count = act.columns ? scene.shown[act.result].rows : scene.shown[act.result].columns;
  for (std::size_t k = 0; k < count; ++k) slide(act.operand, act.columns ? Drawn{k, cell.column} : Drawn{cell.row, k});
}

}  // namespace ui
