// Sums and whatever else takes many cells together: they slide together into the result. In a mix of values, the rows of
// values are scaled by their weights, stacked and merged.
#include <algorithm>
#include <cmath>

#include "ui/stage/motion/motion.hpp"

namespace ui {
namespace {

// Of one cell: the first numbers go to the second ones, become products with them, and these fall into the cell.
void show_pairs(const StageScene& scene, const Act& act, Rect goal, float p, MotionFrame& frame) {
  constexpr float gone = 0.4f, met = 0.52f, fallen = 0.86f;
  const float going = ease_in_out(part_of(p, 0, gone)), meeting = part_of(p, gone, met),
              falling = ease_in_out(part_of(p, met, fallen)), seen = p > 0 ? 1 : 0;
  const float left = 1 - part_of(falling, 0.5f, 0.75f);  // the sum is not covered
  for (const Act::Pair& pair : act.pairs) {
    const Rect from = cell_place(scene, pair.goes.block, pair.goes.at),
               to = cell_place(scene, pair.stays.block, pair.stays.at);
    if (act.tiles && meeting < 0.5f) {
      frame.travellers.push_back({pair.goes.block, pair.goes.at, mix(from, to, going), seen});
    } else if (act.tiles) {
      frame.travellers.push_back({act.result, *act.lead, mix(to, goal, falling), left});
      frame.travellers.back().value = pair.value;
      frame.travellers.back().text = pair.text;
    } else if (meeting < 0.5f) {
      const float apart = going * (1 - 2 * meeting), number = 1 - 2 * meeting;
      frame.travellers.push_back(
          {pair.stays.block, pair.stays.at, around_point(to.middle()), going, number, true, apart});
      frame.travellers.push_back(
          {pair.goes.block, pair.goes.at, around_point(mix(from, to, going).middle()), seen, number, true, -apart});
    } else {
      frame.travellers.push_back({act.result, *act.lead, around_point(mix(to, goal, falling).middle()), left,
                                  std::min(4 * meeting - 2, 1.0f), true, 0, pair.text});
    }
  }
  show_addends(scene, act, falling, frame);
}

}  // namespace

void show_sum(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  constexpr float arrived = 0.75f;  // of a cell's time: its copies stand on its place
  constexpr float detail = 0.6f;    // of the time, where one cell is shown before the others
  std::vector<CellPose>& poses = frame.posed(scene, act.result);
  const Block& block = scene.shown[act.result];
  std::size_t before = 0;
  for (std::size_t k = 0; k < poses.size(); ++k) {
    const std::size_t i = in_order(act, k, poses.size());
    const bool lead = act.lead && i == act.lead->row * block.columns + act.lead->column;
    const float p = lead       ? part_of(t, 0, poses.size() > 1 ? detail : 1)
                    : act.lead ? staggered(part_of(t, detail, 1), before++, poses.size() - 1, 0.4f)
                               : staggered(t, k, poses.size(), 0.65f);
    const float slid = ease_in_out(part_of(p, 0, arrived));
    const Rect goal = poses[i].at;
    fill_in(poses[i], act.lead && !lead ? p : part_of(p, arrived, 0.9f));
    if (p <= 0 || p >= 1 || hidden(scene, act.result, {i / block.columns, i % block.columns})) continue;
    if (lead && !act.pairs.empty()) {
      show_pairs(scene, act, goal, p, frame);
      continue;
    }
    for (const Act::Source& source : act.sources_of(i))
      frame.travellers.push_back({source.block, source.at, mix(cell_place(scene, source.block, source.at), goal, slid),
                                  1 - part_of(p, arrived, 0.9f), 1 - part_of(slid, 0.6f, 0.95f)});
  }
}

// The rows of values as high as their weights; together they are as high as the row of the output.
void show_mix(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  const Group& group = scene.layout.groups[act.group];
  std::vector<CellPose>& poses = frame.posed(scene, act.result);
  const Block& block = scene.shown[act.result];
  const float seconds = t * act.seconds, first = act.lead ? scale_time + stack_time + merge_time : 0;
  const float rest = std::max(act.seconds - first, 0.01f);
  const std::size_t row = act.lead ? act.lead->row : block.rows, others = block.rows - (act.lead ? 1 : 0);
  std::size_t before = 0;
  for (std::size_t k = 0; k < block.rows; ++k) {
    const std::size_t r = in_order(act, k, block.rows);
    const float p = r == row ? part_of(seconds, first - merge_time, first)
                             : staggered(part_of(seconds, first, act.seconds), before++, others,
                                         std::min(1.0f, static_cast<float>(fill_time) / rest));
    for (std::size_t c = 0; c < block.columns; ++c) {
      CellPose& pose = poses[r * block.columns + c];
      if (r != row) {
        fill_in(pose, p);
        continue;
      }
      pose.shown = p;
      pose.number = part_of(p, 0.4f, 1);
      pose.place = 1 - p;
    }
  }
  if (!act.lead || seconds >= first || !group.weights || !group.values) return;
  const Block &weights = scene.layout.blocks[*group.weights], &values = scene.shown[*group.values];
  const std::size_t count = std::min(values.rows, weights.columns);
  const auto weight = [&](std::size_t j) {
    const explorer::CellView& view = scene.looks[*group.weights].at(weights, row, j).view;
    return view.status == explorer::CellView::Status::shown ? std::abs(view.value) : -1.0f;
  };
  float all = 0;
  bool known = true;
  for (std::size_t j = 0; j < count; ++j) {
    known = known && weight(j) >= 0;
    all += std::max(weight(j), 0.0f);
  }
  const float scaled = ease_in_out(part_of(seconds, 0, scale_time)),
              stacked = ease_in_out(part_of(seconds, scale_time * 0.4f, scale_time + stack_time)),
              merged = part_of(seconds, scale_time + stack_time, first);
  // The rows leave: a thin copy would strike through the numbers that stay.
  for (CellPose& pose : frame.posed(scene, *group.values)) pose.number = 1 - std::min(scaled * 4, 1 - merged);
  float y = 0;
  for (std::size_t j = 0; j < count; ++j) {
    // If a weight is hidden, all rows have the same height.
    const float part = known ? weight(j) / std::max(all, 1.0f) : 1 / static_cast<float>(count);
    for (std::size_t c = 0; c < std::min(values.columns, block.columns); ++c) {
      const Rect from = values.cell(j, c), goal = block.cell(row, c);
      const float high = mix(from.height(), std::max(from.height() * part, 1.0f), scaled);
      const Rect thin{from.x0, from.middle_y() - high / 2, from.x1, from.middle_y() + high / 2};
      const float top = goal.y0 + y * goal.height();
      const Rect there{goal.x0, top, goal.x1, top + std::max(part * goal.height(), 1.0f)};
      frame.travellers.push_back({*group.values, {j, c}, mix(thin, there, stacked), 1 - merged, 1 - scaled});
    }
    y += part;
  }
}

}  // namespace ui
