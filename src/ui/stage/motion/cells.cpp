// Motions of single cells: numbers that change together, masks, cells that move to other places, rows lifted out of a
// table, and cells that appear.
#include <algorithm>
#include <cmath>

#include "ui/stage/motion/motion.hpp"

namespace ui {
namespace {

constexpr float arrived = 0.7f,
                landed = 0.86f;  // of a cell's time: its copies stand on its place, and have given way to it

// The copies of a cell's sources slide onto it.
void slide_copies(const StageScene& scene, const Act& act, std::size_t cell, Rect goal, float p, MotionFrame& frame) {
  if (p <= 0 || p >= 1) return;
  const float slid = ease_in_out(part_of(p, 0, arrived));
  const auto sources = act.sources_of(cell);
  // Where several come together, none keeps its number.
  const float number = sources.size() > 1 ? 1 - part_of(slid, 0.7f, 0.98f) : 1 - part_of(p, arrived, landed);
  for (const Act::Source& source : sources)
    frame.travellers.push_back({source.block, source.at, mix(cell_place(scene, source.block, source.at), goal, slid),
                                1 - part_of(p, arrived, landed), number});
}

void land_cell(CellPose& pose, float p) {
  pose.shown = p < arrived ? 0 : 1;  // below the copies that fade
  pose.number = part_of(p, arrived, landed);
  pose.place = 1 - pose.shown;
}

}  // namespace

void show_change(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  std::vector<CellPose>& poses = frame.posed(scene, act.result);
  const Block& block = scene.shown[act.result];
  for (std::size_t r = 0; r < block.rows; ++r) {
    const float p = staggered(t, in_order(act, r, block.rows), block.rows, 0.8f);
    for (std::size_t c = 0; c < block.columns; ++c) {
      const std::size_t i = r * block.columns + c;
      const Rect goal = poses[i].at;
      if (act.sources_of(i).empty()) {
        fill_in(poses[i], part_of(p, arrived, 1));
        continue;
      }
      land_cell(poses[i], p);
      slide_copies(scene, act, i, goal, p, frame);
    }
  }
}

// The operand's cells slide to their place; then those that are masked become empty, from the diagonal outwards.
void show_mask(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  constexpr float slide = 0.5f, one = 0.35f;  // of the time that is left, one cell takes
  std::vector<CellPose>& poses = frame.posed(scene, act.result);
  const Block& block = scene.shown[act.result];
  const float slid = ease_in_out(part_of(t, 0, slide)), after = part_of(t, slide, 1);
  const std::size_t longest = std::max(block.rows, block.columns);
  for (std::size_t r = 0; r < block.rows; ++r) {
    for (std::size_t c = 0; c < block.columns; ++c) {
      CellPose& pose = poses[r * block.columns + c];
      const Rect rest = pose.at;
      const CellLook &now = cell_look(scene, act.result, {r, c}), &was = cell_look(scene, act.operand, {r, c});
      const bool kept = now.view.status == was.view.status && now.view.value == was.view.value;
      const bool stays = kept || hidden(scene, act.result, {r, c});
      const float p = stays ? part_of(after, 0, one) : staggered(after, r < c ? c - r : r - c, longest, one);
      pose.shown = slid < 1 ? 0 : 1;
      pose.place = 1 - pose.shown;
      // A number fades out before the other one fades in.
      pose.number = slid < 1 ? 0 : kept ? 1 : part_of(p, 0.5f, 1);
      if (slid < 1 || (!kept && p < 1))
        frame.travellers.push_back({act.operand,
                                    {r, c},
                                    mix(cell_place(scene, act.operand, {r, c}), rest, slid),
                                    1 - p,
                                    1 - part_of(p, 0, 0.5f)});
    }
  }
}

// Cells that go the same way go together. In a transposition each column turns about its first cell and becomes a row.
void show_moves(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  constexpr float share = 0.6f, least_share = 0.3f, right_angle = 1.57079633f;
  std::vector<CellPose>& poses = frame.posed(scene, act.result);
  const Block& block = scene.shown[act.result];
  frame.flying.push_back(act.result);
  const std::size_t count = act.turns ? block.rows : act.piece_count;
  const float each = std::clamp(2 / static_cast<float>(std::max<std::size_t>(count, 1)), least_share, share);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::size_t row = i / block.columns, column = i % block.columns;
    const std::size_t piece = act.turns ? row : act.pieces[i];
    const float p = ease_in_out(staggered(t, in_order(act, piece, count), count, each));
    const auto sources = act.sources_of(i);
    if (sources.empty()) {
      fill_in(poses[i], p);
      continue;
    }
    const Rect rest = poses[i].at, from = cell_place(scene, sources.front().block, sources.front().at);
    if (p <= 0) {
      empty_cell(poses[i]);
      continue;
    }
    poses[i].at = mix(from, rest, p);
    poses[i].place = part_of(1 - p, 0, 0.1f);
    if (!act.turns) continue;
    const Act::Source& first = act.sources_of(row * block.columns).front();
    const Rect pivot = mix(cell_place(scene, first.block, first.at), block.cell(row, 0), p);
    const float off = static_cast<float>(column) * mix(scene.shown[first.block].pitch, block.pitch, p);
    const Rect turned = moved(pivot, off * std::sin(right_angle * p), off * std::cos(right_angle * p));
    poses[i].at = p < 1 ? turned : rest;
  }
}

void show_lift(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  constexpr float share = 0.6f, lifted = 0.25f, high = 8;
  std::vector<CellPose>& poses = frame.posed(scene, act.result);
  const Block& block = scene.shown[act.result];
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::size_t row = i / block.columns;
    const float p = staggered(t, in_order(act, row, block.rows), block.rows, share);
    const Rect rest = poses[i].at;
    const auto sources = act.sources_of(i);
    // Which row is taken would tell a hidden number.
    bool secret = sources.empty() || hidden(scene, act.result, {row, i % block.columns});
    for (const Act::Source& source : sources) secret = secret || hidden(scene, source.block, source.at);
    if (secret) {
      fill_in(poses[i], part_of(p, 0.6f, 1));
      continue;
    }
    const float up = ease_out(part_of(p, 0, lifted)) * (1 - part_of(p, 0.8f, 1)) * high;
    const float slid = ease_in_out(part_of(p, lifted * 0.6f, 0.9f)), done = part_of(p, 0.9f, 1);
    poses[i].shown = poses[i].number = done;
    poses[i].place = 1 - done;
    if (p <= 0 || p >= 1) continue;
    for (const Act::Source& source : sources) {
      if (source.block != act.operand) continue;  // an id only says which row
      const Rect from = cell_place(scene, source.block, source.at);
      frame.travellers.push_back({source.block, source.at, moved(mix(from, rest, slid), 0, -up), 1 - done, 1 - done});
    }
  }
}

void show_appear(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  std::vector<CellPose>& poses = frame.posed(scene, act.result);
  for (std::size_t i = 0; i < poses.size(); ++i)
    fill_in(poses[i], staggered(t, in_order(act, i, poses.size()), poses.size(), 0.5f));
}

}  // namespace ui
