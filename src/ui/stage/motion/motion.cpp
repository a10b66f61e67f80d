// See motion.hpp: the whole of a motion, and what its kinds share.
#include "ui/stage/motion/motion.hpp"

#include <algorithm>

namespace ui {
namespace {

Motioned* motion_of(Act::Kind kind) {
  switch (kind) {
    case Act::Kind::product: return show_product;
    case Act::Kind::sum: return show_sum;
    case Act::Kind::mix: return show_mix;
    case Act::Kind::softmax: return show_softmax;
    case Act::Kind::mask: return show_mask;
    case Act::Kind::norm: return show_norm;
    case Act::Kind::change: return show_change;
    case Act::Kind::moves: return show_moves;
    case Act::Kind::lift: return show_lift;
    case Act::Kind::appear: break;
  }
  return show_appear;
}

}  // namespace

void MotionFrame::begin(std::size_t blocks) {
  poses.resize(blocks);
  for (std::vector<CellPose>& each : poses) each.clear();
  travellers.clear();
  arcs.clear();
  flying.clear();
}

float MotionFrame::made(std::size_t block) const {
  float least = 1;
  for (const CellPose& pose : poses[block]) least = std::min(least, pose.number);
  return least;
}

std::vector<CellPose>& MotionFrame::posed(const StageScene& scene, std::size_t block) {
  std::vector<CellPose>& all = poses[block];
  const Block& shown = scene.shown[block];
  if (!all.empty()) return all;
  all.resize(shown.rows * shown.columns);
  for (std::size_t r = 0; r < shown.rows; ++r)
    for (std::size_t c = 0; c < shown.columns; ++c) all[r * shown.columns + c] = {.at = shown.cell(r, c)};
  return all;
}

void show_acts(const StageScene& scene, const Acts& acts, float t, MotionFrame& frame) {
  frame.begin(scene.shown.size());
  for (const Act& act : acts.all) {
    const float within = part_of(t, act.from, act.until);
    if (within >= 1) continue;
    std::vector<CellPose>& poses = frame.posed(scene, act.result);
    if (within > 0) motion_of(act.kind)(scene, act, within, frame);
    else
      for (CellPose& pose : poses) empty_cell(pose);
  }
}

void empty_cell(CellPose& pose) {
  pose.shown = pose.number = 0;
  pose.place = 1;
}

void fill_in(CellPose& pose, float t) {
  constexpr float smaller = 0.2f, least = 12;  // smaller cells would leave a pattern between them
  const float p = ease_out(t);
  pose.shown = p;
  pose.number = part_of(p, 0.5f, 1);  // its ink is chosen for the whole colour
  pose.place = 1 - p;
  if (pose.at.width() >= least) pose.at = grown(pose.at, -pose.at.width() * smaller * (1 - p) / 2);
}

const CellLook& cell_look(const StageScene& scene, std::size_t block, Drawn at) {
  return scene.looks[block].at(scene.layout.blocks[block], at.row, at.column);
}

bool hidden(const StageScene& scene, std::size_t block, Drawn at) {
  return cell_look(scene, block, at).view.status == explorer::CellView::Status::hidden;
}

Rect cell_place(const StageScene& scene, std::size_t block, Drawn at) {
  return scene.shown[block].cell(at.row, at.column);
}

}  // namespace ui
