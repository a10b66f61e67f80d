// See scene.hpp.
#include "ui/stage/scene.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {
namespace {

constexpr std::size_t most_leaving = 12;  // however fast a reader steps
constexpr double fade_time = 0.12;

// Numbers and names of what travels are only drawn while they are nearly in their place.
float legible(float away) { return std::clamp(1 - away * 4, 0.0f, 1.0f); }

}  // namespace

std::string_view part_id(Screen& s, const StageScene& scene, std::size_t block) {
  return s.joined({"matrix:", scene.tensor(block).name});
}

// The node's miniature may have other proportions, such as those of a matrix that is drawn transposed.
std::optional<BlockMotion::Corner> BlockMotion::in_map(const Screen& s, const Block& block, graph::NodeId node) {
  const auto& places = s.memory.map_places.all();
  const auto at = std::ranges::find(places, node, &MapPlace::node);
  if (at == places.end()) return std::nullopt;
  const auto rows = static_cast<float>(block.rows), columns = static_cast<float>(block.columns);
  const Rect cells = s.type.mirror().to_layout(at->cells);
  const float pitch = std::min(cells.width() / columns, cells.height() / rows);
  return Corner{node, cells.middle_x() - columns * pitch / 2, cells.middle_y() - rows * pitch / 2, pitch};
}

void BlockMotion::put(Block& block, const Corner& at) {
  for (Rect* r : {&block.name, &block.row_labels, &block.column_labels})
    if (!r->empty()) *r = moved(*r, at.x - block.cells.x0, at.y - block.cells.y0);
  // Far from its size, gaps and seams shrink with the cells.
  const float scale = at.pitch / std::max(block.pitch, 0.01f);
  if (scale < 0.5f) {
    block.gap *= scale;
    block.seam *= scale;
  }
  block.pitch = at.pitch;
  block.cells = box(at.x, at.y, block.width(), block.height());
}

BlockMotion::Corner BlockMotion::between(const Corner& a, const Corner& b, float t) {
  return {b.node, mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.pitch, b.pitch, t)};
}

void BlockMotion::leave(StageScene& scene) {
  from_ = last_;
  old_.clear();
  for (std::size_t b = 0; b < scene.shown.size() && b < scene.looks.size() && b < scene.tensors.size(); ++b) {
    Leaving& one = old_.emplace_back();
    one.block = scene.shown[b];
    one.look = std::move(scene.looks[b]);
    one.from = {scene.tensors[b].node, one.block.cells.x0, one.block.cells.y0, one.block.pitch};
  }
}

void BlockMotion::forget() {
  from_.clear();
  old_.clear();
  leaving_.clear();
  grow_.clear();
}

// What is not on the next stage leaves from where it is.
void BlockMotion::let_go(Screen& s, const StageScene& scene) {
  const auto stays = [&](const Leaving& one) {
    return std::ranges::contains(scene.tensors, one.from.node, &explorer::TensorView::node);
  };
  std::erase_if(leaving_, stays);
  if (!s.motion.reduced())
    for (Leaving& one : old_) {
      if (stays(one)) continue;
      const auto of = [](const explorer::MapNode& each) { return each.tensor.node; };
      if (std::ranges::contains(s.view.map, one.from.node, of)) one.to = in_map(s, one.block, one.from.node);
      one.since = s.motion.now();
      leaving_.push_back(std::move(one));
    }
  old_.clear();
  if (leaving_.size() > most_leaving)
    leaving_.erase(leaving_.begin(), leaving_.end() - static_cast<std::ptrdiff_t>(most_leaving));
}

void BlockMotion::arrive(Screen& s, const StageScene& scene, StageTurn turn) {
  grow_.assign(scene.layout.blocks.size(), std::nullopt);
  if (turn == StageTurn::none) return old_.clear();
  let_go(s, scene);
  for (std::size_t b = 0; b < grow_.size(); ++b) {
    const Block& block = scene.layout.blocks[b];
    const graph::NodeId node = scene.tensor(b).node;
    const auto at = std::ranges::find(s.view.map, node, [](const explorer::MapNode& each) { return each.tensor.node; });
    if (at == s.view.map.end()) continue;
    const explorer::FigureView& figure = scene.figures[block.figure];
    const bool result = figure.has_result && block.tensor + 1 == figure.tensors.size();
    const auto step = std::ranges::find(s.view.steps, at->step, &explorer::StepEntry::id) - s.view.steps.begin();
    const auto now = static_cast<std::ptrdiff_t>(s.view.step);
    // An operand that was made in an earlier step or beat; a result is made on this stage.
    const bool before = !result && (step < now || (step == now && s.memory.beats.now > 0));
    if (before || turn == StageTurn::backward) grow_[b] = in_map(s, block, node);
  }
}

void BlockMotion::vanish(Screen& s, StageScene& scene) {
  leave(scene);
  scene.shown.clear();
  scene.tensors.clear();
  scene.layout = {};
  let_go(s, scene);
  grow_.clear();
}

void BlockMotion::place(Screen& s, StageScene& scene) {
  const float t = ease_in_out(s.motion.since(scene.moved_at, step_time));
  const double wait = from_.empty() || s.motion.reduced() ? 0 : step_time * 0.4;  // existing ones move first
  const float fill = s.motion.since(scene.moved_at + wait, fill_most, false);
  moving_ = t < 1;
  scene.shown = scene.layout.blocks;
  scene.appear.assign(scene.shown.size(), 1);
  scene.words.assign(scene.shown.size(), 1);
  last_.clear();
  for (std::size_t b = 0; b < scene.shown.size(); ++b) {
    Block& block = scene.shown[b];
    const graph::NodeId node = scene.tensor(b).node;
    // Only corner and pitch are interpolated: a tensor may be drawn transposed in the next step.
    const Corner home{node, block.cells.x0, block.cells.y0, block.pitch};
    const auto from = std::ranges::find(from_, node, &Corner::node);
    if (b < grow_.size() && (scene.scrolled || from != from_.end())) grow_[b].reset();  // a window would cut it off
    const bool stays = from != from_.end(), grows = b < grow_.size() && grow_[b].has_value();
    if (stays && t < 1) put(block, between(*from, home, t));
    else if (grows && t < 1) put(block, between(*grow_[b], home, t));
    else if (!stays && !grows) scene.appear[b] = fill;
    const bool small = grows || (stays && from->pitch < home.pitch * 0.6f);
    if (small) scene.words[b] = legible(1 - block.pitch / std::max(home.pitch, 0.01f));
    last_.push_back({node, block.cells.x0, block.cells.y0, block.pitch});
  }
  age(s);
}

void BlockMotion::rest(Screen& s) {
  last_.clear();
  age(s);
}

// Of what has left, until it is gone.
void BlockMotion::age(Screen& s) {
  for (Leaving& one : leaving_)
    one.gone = s.motion.since(one.since, one.to ? step_time : fade_time, one.to.has_value());
  std::erase_if(leaving_, [](const Leaving& one) { return one.gone >= 1; });
  for (const Leaving& one : leaving_)
    if (one.to) last_.push_back(between(one.from, *one.to, ease_in_out(one.gone)));
}

void BlockMotion::draw_leaving(Screen& s, bool to_map) {
  const float alpha = s.pen.alpha();
  for (const Leaving& one : leaving_) {
    if (one.to.has_value() != to_map) continue;
    travelling_ = one.block;
    CellsLook how;
    if (one.to) {
      put(travelling_, between(one.from, *one.to, ease_in_out(one.gone)));
      how.numbers = legible(1 - travelling_.pitch / std::max(one.from.pitch, 0.01f));
    }
    s.pen.set_alpha(alpha * (one.to ? std::min(1.0f, 3 * (1 - one.gone)) : 1 - one.gone));
    draw_cells(s, travelling_, one.look, how);
    s.mark(s.joined({to_map ? "leaving:" : "fading:", s.explorer.graph().node(one.from.node).name}),
           box(travelling_.cells.x0, travelling_.cells.y0, travelling_.width(), travelling_.height()));
  }
  s.pen.set_alpha(alpha);
}

void BlockMotion::draw_over(Screen& s, const StageScene& scene) {
  draw_leaving(s, true);
  for (std::size_t b = 0; b < scene.shown.size(); ++b) {
    if (!grows(b)) continue;
    CellsLook how;
    how.numbers = scene.words[b];
    draw_cells(s, scene.shown[b], scene.looks[b], how);
    s.mark(s.joined({"growing:", scene.tensors[b].name}), scene.shown[b].cells);
  }
}

}  // namespace ui
